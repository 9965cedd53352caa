// A summary model for outcomes that must be the same in every run: reads a prompt, writes its headings with lines of it.
let prompt = ''
for await (const piece of process.stdin) prompt += piece
const lines = prompt.split('\n')
const headings = [...new Set(lines.filter((line) => line.startsWith('## ')))]
const said = lines.filter((line) => line.trim().length > 20 && !/^(\[|##|- )/.test(line))
const each = Math.max(1, Math.ceil(said.length / 12 / Math.max(1, headings.length)))
const some = said.filter((_, i) => i % 12 === 0).map((line) => line.slice(0, 200))
process.stdout.write(
  headings
    .map((heading, i) => `${heading}\n${some.slice(i * each, (i + 1) * each).join('\n') || 'None.'}`)
    .join('\n\n'),
)
