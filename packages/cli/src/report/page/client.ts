/** The page's own script: reads values under the cursor, switches views, files and light, and fills tables when opened. */
export const client = `(function () {
'use strict'
const data = JSON.parse(document.getElementById('data').textContent)
const all = (selector, root) => Array.from((root || document).querySelectorAll(selector))
const root = document.documentElement

function nearest(xs, x) {
  let low = 0, high = xs.length - 1
  while (low < high) { const middle = (low + high) >> 1; if (xs[middle] < x) low = middle + 1; else high = middle }
  return low > 0 && x - xs[low - 1] < xs[low] - x ? low - 1 : low
}

function show(chart, index) {
  const known = data[chart.dataset.chart]
  if (!known || !known.rows[index]) return
  const range = chart.querySelector('input'), cursor = chart.querySelector('.cursor'), row = known.rows[index]
  cursor.hidden = false
  cursor.style.left = known.x[index] * 100 + '%'
  range.value = index
  range.setAttribute('aria-valuetext', row.map((value, i) => known.keys[i] + ' ' + value).join(', '))
  all('dd', document.getElementById(chart.dataset.chart + '-legend')).forEach((cell, i) => {
    const target = known.receipts[index]
    const isLink = target && (known.keys[i] === 'What happened' || known.keys[i] === 'Compaction')
    if (!isLink) { cell.textContent = row[i]; return }
    const link = document.createElement('a')
    link.href = '#' + target
    link.textContent = row[i]
    cell.replaceChildren(link)
  })
}

all('.chart').forEach((chart) => {
  const plot = chart.querySelector('.plot'), range = chart.querySelector('input')
  const read = (event) => {
    const known = data[chart.dataset.chart], box = plot.getBoundingClientRect()
    if (known && box.width > 0) show(chart, nearest(known.x, (event.clientX - box.left) / box.width))
  }
  plot.addEventListener('pointermove', read)
  plot.addEventListener('pointerdown', read)
  range.addEventListener('input', () => show(chart, Number(range.value)))
  range.addEventListener('focus', () => show(chart, Number(range.value)))
})

all('[data-view]').forEach((button) => button.addEventListener('click', () => {
  const peers = all('button', button.parentElement)
  peers.forEach((peer) => peer.setAttribute('aria-pressed', String(peer === button)))
  const chart = document.querySelector('[data-chart="' + button.dataset.view + '"]')
  all('.view', chart).forEach((view, i) => { view.hidden = peers[i] !== button })
}))

function rowOf(tag, values) {
  const row = document.createElement('tr')
  values.forEach((value) => { const cell = document.createElement(tag); cell.textContent = value; row.append(cell) })
  if (tag === 'th') all('th', row).forEach((cell) => { cell.scope = 'col' })
  return row
}

all('[data-table]').forEach((details) => details.addEventListener('toggle', () => {
  const known = data[details.dataset.table], place = details.querySelector('.scroll')
  if (!details.open || !known || place.firstChild) return
  const table = document.createElement('table'), head = table.createTHead(), body = table.createTBody()
  head.append(rowOf('th', known.keys))
  body.append(...known.rows.map((row) => rowOf('td', row)))
  place.append(table)
}))

const files = all('.file'), pick = document.getElementById('pick')
function choose(id) {
  if (!pick || !files.some((file) => file.id === id)) return
  files.forEach((file) => { file.hidden = file.id !== id })
  pick.value = id
}
function step(by) {
  const at = files.findIndex((file) => file.id === pick.value)
  choose(files[(at + by + files.length) % files.length].id)
}
if (pick) {
  pick.addEventListener('change', () => choose(pick.value))
  document.getElementById('previous').addEventListener('click', () => step(-1))
  document.getElementById('next').addEventListener('click', () => step(1))
}

function follow() {
  const target = document.getElementById(location.hash.slice(1))
  const file = target && target.closest('.file')
  if (!file) return
  choose(file.id)
  if (target.tagName === 'DETAILS') target.open = true
  target.scrollIntoView({ block: 'start' })
  const heading = target.querySelector('summary')
  if (heading) heading.focus({ preventScroll: true })
}
addEventListener('hashchange', follow)
// A link to where the address points already changes nothing in it.
addEventListener('click', (event) => { const link = event.target.closest('a'); if (link && link.hash && link.hash === location.hash) follow() })
if (files[0]) choose(files[0].id)
follow()

const light = document.getElementById('light')
const dark = matchMedia('(prefers-color-scheme: dark)')
const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : dark.matches)
const name = () => { light.textContent = isDark() ? 'Light' : 'Dark'; light.setAttribute('aria-label', 'Switch to ' + (isDark() ? 'light' : 'dark')) }
light.addEventListener('click', () => { root.dataset.theme = isDark() ? 'light' : 'dark'; name() })
dark.addEventListener('change', name)
light.hidden = false
name()
})()`
