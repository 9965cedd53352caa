import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from './find-browser.arbitrary.ts'
import { writeReport } from './report.ts'
import { sampleResult } from './sample-result.arbitrary.ts'

const executablePath = findBrowser(process.env)
const reason = executablePath
  ? ''
  : ' (skipped: no chromium or google-chrome on the path; name one with PALIMPSEST_BROWSER)'
const args = ['no-sandbox', 'disable-gpu', 'disable-background-networking', 'disable-component-update', 'disable-sync']
const attack = '</script><script>window.broken=1</script><img src=http://127.0.0.1:9/x onerror=window.broken=1>'

describe.skipIf(executablePath === undefined)(`the report in a real browser${reason}`, () => {
  let browser: Browser
  let folder = ''
  let problems: string[] = []
  const requests: string[] = []
  const pages: Page[] = []

  beforeAll(async () => {
    browser = await chromium.launch({
      ...(executablePath && { executablePath }),
      args: args.map((name) => `--${name}`),
    })
    folder = mkdtempSync(join(tmpdir(), 'palimpsest-report-'))
    const long = { file: 'long.jsonl', calls: 5_000, contextLength: 1_000_000, thresholdTokens: 150_000 }
    const one = sampleResult({ flags: [attack] })
    writeFileSync(join(folder, 'one.html'), writeReport([{ ...one, notices: [attack] }]))
    writeFileSync(
      join(folder, 'many.html'),
      writeReport([
        one,
        sampleResult(long),
        sampleResult({ file: attack, calls: 1 }),
        sampleResult({ isPriced: false }),
      ]),
    )
    writeFileSync(join(folder, 'none.html'), writeReport([]))
  })

  afterEach(async () => {
    await Promise.all(pages.splice(0).map((page) => page.close()))
    expect(problems).toEqual([])
    expect(requests.splice(0).filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([])
    problems = []
  })

  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function open(file: string, width: number, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme, reducedMotion: 'reduce' })
    pages.push(page)
    page.on('console', (message) => {
      if (message.type() !== 'log') problems.push(message.text())
    })
    page.on('pageerror', ({ message }) => problems.push(message))
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(pathToFileURL(join(folder, file)).href)
    return page
  }

  const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

  test('draws every chart inside its frame', async () => {
    const page = await open('one.html', 1_280)
    const charts = await page.locator('.chart').evaluateAll((all) =>
      all.map((chart) => {
        const frame = chart.querySelector('.plot')?.getBoundingClientRect()
        const shapes = [...chart.querySelectorAll<SVGPathElement>('.view:not([hidden]) :is(.line.ours,.bar.read)')]
        return { frame, boxes: shapes.map((shape) => shape.getBoundingClientRect()).map((box) => box.toJSON()) }
      }),
    )
    expect(charts).toHaveLength(4)
    for (const { frame, boxes } of charts) {
      expect(frame?.width).toBeGreaterThan(600)
      expect(boxes.length).toBeGreaterThan(0)
      for (const box of boxes) {
        expect(box.width).toBeGreaterThan((frame?.width ?? 0) * 0.5)
        expect(box.height).toBeGreaterThan(5)
        expect(box.top).toBeGreaterThanOrEqual((frame?.top ?? 0) - 3)
        expect(box.bottom).toBeLessThanOrEqual((frame?.bottom ?? 0) + 3)
      }
    }
  })

  test('breaks the line of the usual cache off where the window refuses', async () => {
    const page = await open('one.html', 1_280)
    const right = (selector: string) =>
      page.locator(`[data-chart=file-1-cost] .view:not([hidden]) ${selector}`).evaluate((shape) => {
        const { left, width } = shape.closest('svg')?.getBoundingClientRect() ?? expect.unreachable()
        return (shape.getBoundingClientRect().right - left) / width
      })
    const { usual } = sampleResult().totals
    const ends = (usual.calls - 0.5) / 320
    expect(await right('.line.usual')).toBeCloseTo(ends, 1)
    expect(await right('.end')).toBeCloseTo(ends, 1)
    expect(await right('.line.ours')).toBeGreaterThan(0.98)
    expect(await page.locator('#file-1-cost-legend').innerText()).toMatch(/Usual cache\s+ended/)
  })

  test('tells the call under the pointer and under the arrow keys, and nothing moves', async () => {
    const page = await open('one.html', 1_280)
    const legend = page.locator('#file-1-context-legend dd')
    const place = () =>
      page.locator('#file-1-cost-title').evaluate((title) => title.getBoundingClientRect().top + scrollY)
    const before = await place()
    await page
      .locator('.plot')
      .first()
      .hover({ position: { x: 10, y: 100 } })
    const early = Number(await legend.first().textContent())
    expect(early).toBeLessThan(20)
    await page.locator('.plot input').first().focus()
    await page.keyboard.press('ArrowRight')
    expect(Number(await legend.first().textContent())).toBe(early + 1)
    expect(await page.locator('.plot input').first().getAttribute('aria-valuetext')).toContain(`Call ${early + 1}`)
    expect(await place()).toBe(before)
  })

  test('leads from a compaction to its receipt, which opens', async () => {
    const page = await open('one.html', 1_280)
    await page.locator('[data-chart=file-1-survival] .plot').hover({ position: { x: 5, y: 100 } })
    await page.locator('#file-1-survival-legend a').click()
    const receipt = page.locator('#file-1-receipt-1')
    await expect.poll(() => receipt.evaluate((details: HTMLDetailsElement) => details.open)).toBe(true)
    expect(await receipt.innerText()).toContain('old results cleared')
    await page.locator('#file-1-receipt-2 > summary').click()
    expect(await page.locator('#file-1-receipt-2').innerText()).toContain('Before and after')
  })

  test('a link leads to its place again after one has gone elsewhere', async () => {
    const page = await open('many.html', 1_280)
    await page.locator('.files > summary').click()
    await page.locator('.files a').nth(1).click()
    await expect.poll(() => page.locator('#file-2').isVisible()).toBe(true)
    await page.locator('#pick').selectOption('file-1')
    await page.locator('.files a').nth(1).click()
    await expect.poll(() => page.locator('#file-2').isVisible()).toBe(true)
  })

  test('looks closer when asked, and gives each chart as a table', async () => {
    const page = await open('one.html', 1_280)
    const views = page.locator('[data-chart=file-1-cost] .view')
    const shown = async () => [await views.nth(0).isVisible(), await views.nth(1).isVisible()]
    expect(await shown()).toEqual([false, true])
    await page.locator('[data-view=file-1-cost]', { hasText: 'Whole' }).click()
    expect(await shown()).toEqual([true, false])
    await page.locator('[data-view=file-1-cost]', { hasText: 'Up close' }).click()
    expect(await shown()).toEqual([false, true])
    await page.locator('[data-table=file-1-hits] summary').click()
    await expect.poll(() => page.locator('[data-table=file-1-hits] tbody tr').count()).toBeGreaterThan(50)
    expect(await page.locator('[data-table=file-1-hits] th').allTextContents()).toContain('Read')
  })

  test('follows the system into the dark, and the toggle against it', async () => {
    const light = await open('one.html', 1_280, 'light')
    const bright = await background(light)
    await light.locator('#light').click()
    const dim = await background(light)
    expect(dim).not.toBe(bright)
    const dark = await open('one.html', 1_280, 'dark')
    expect(await background(dark)).toBe(dim)
    await dark.locator('#light').click()
    expect(await background(dark)).toBe(bright)
  })

  test('shows one file at a time, and goes to the one that is picked', async () => {
    const page = await open('many.html', 1_280)
    const shown = () => page.locator('.file:visible').evaluateAll((files) => files.map(({ id }) => id))
    expect(await shown()).toEqual(['file-1'])
    await page.locator('#pick').selectOption('file-2')
    expect(await shown()).toEqual(['file-2'])
    await page.locator('#next').click()
    expect(await shown()).toEqual(['file-3'])
    await page.locator('.files > summary').click()
    await page.locator('.files a').nth(3).click()
    await expect.poll(shown).toEqual(['file-4'])
  })

  test.each(['one.html', 'many.html', 'none.html'])('%s needs no sideways scrolling on any phone', async (file) => {
    const page = await open(file, 320)
    await page.evaluate(() => {
      for (const part of document.querySelectorAll<HTMLElement>('.file')) part.hidden = false
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    await expect.poll(() => page.locator('[data-table]:not(:has(table))').count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })

  test('runs nothing that a transcript brought along', async () => {
    const page = await open('many.html', 1_280)
    expect(await page.evaluate(() => 'broken' in window)).toBe(false)
  })
})
