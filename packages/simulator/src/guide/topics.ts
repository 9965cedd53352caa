interface Topic {
  readonly asked: RegExp
  readonly answer: string
}

/** Topics the guide can be asked about at any time; the first that fits is answered. */
const topics: readonly Topic[] = [
  {
    asked: /\bundo/i,
    answer:
      '`/undo` takes the last compaction back: the view is what it was before, with whatever was said since at its end. Sessions form a chain, and a compaction only begins a new one, so the old one is still there.',
  },
  {
    asked: /\b(?:recall|search|forget|forgot|los[et]|lost)/i,
    answer:
      'Nothing is ever deleted by a compaction. The model has a `recall` tool for what left its window, you have `/search` and `palimpsest recall`, and `palimpsest read` prints any message byte for byte.',
  },
  {
    asked: /\bcach/i,
    answer:
      'A provider charges a tenth or less for the part of a prompt that it has seen shortly before. Palimpsest places the marks so that as much as possible is read from there, and a compaction breaks that as rarely as it can.',
  },
  {
    asked: /\b(?:cost|price|bill|cheap|expensive|money|token)/i,
    answer:
      'Every answer says how many tokens were fresh, read from the cache and written to it; `/usage` adds that up with the prices of the model. `palimpsest replay FILE` shows what a session of yours would have cost.',
  },
  {
    asked: /\b(?:compact|compress|summar|window|threshold)/i,
    answer:
      'At half of the window (`compression.threshold`) old tool output is cleared first. If that is not enough, the middle of the conversation becomes a structured summary, checked against its source. Your requests and rules stay word for word, and so do the newest messages.',
  },
  {
    asked: /\b(?:key|provider|anthropic|openai|openrouter|ollama|model)s?\b/i,
    answer:
      'Set a key such as `ANTHROPIC_API_KEY`, `OPENAI_API_KEY` or `OPENROUTER_API_KEY`, then `palimpsest chat --model NAME`. A server of your own works with `--provider custom --base-url URL`.',
  },
  {
    asked: /\b(?:engine|plugin)s?\b/i,
    answer:
      'How a conversation is compacted is a plug-in. `palimpsest plugins list` shows what is there, and `docs/plugins.md` how to write one.',
  },
  {
    asked: /\b(?:tool|file|safe|secret|private|privacy|stored)s?\b/i,
    answer:
      'File tools stay inside the workspace; they ask before they write, and a command, which can do what you can, is run only when you agree. Conversations are kept in a SQLite file under `~/.palimpsest` that only you can read; secrets are taken out of summaries, logs and receipts.',
  },
]

/** The answer to a question of the user, if the guide has one. */
export function answerTo(words: string): string | undefined {
  return topics.find(({ asked }) => asked.test(words.slice(0, 2_000)))?.answer
}
