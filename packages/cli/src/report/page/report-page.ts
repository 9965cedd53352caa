import { createHash } from 'node:crypto'
import { client } from './client.ts'
import { html, type Markup, trusted } from './markup.ts'
import { style } from './style.ts'

export interface ReportPage {
  readonly title: string
  readonly body: Markup
  /** The data that the script reads. */
  readonly data: unknown
}

/** A whole document. Its policy lets it load nothing, and run no script but its own. */
export function page({ title, body, data }: ReportPage): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src '${trusted(hashOf(client))}'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body>
<header class="top"><h1>Palimpsest <span>replay</span></h1><button type="button" id="light" hidden>Dark</button></header>
<main>${body}</main>
<footer><p>Drawn from a replay. Nothing was sent anywhere, and this page loads nothing.</p></footer>
<svg class="defs" width="0" height="0" aria-hidden="true"><defs><pattern id="stripes" width="10" height="6" patternUnits="userSpaceOnUse"><rect class="stripe-back" width="10" height="6"/><rect class="stripe" width="10" height="3"/></pattern></defs></svg>
<script type="application/json" id="data">${trusted(scriptJson(data))}</script>
<script>${trusted(client)}</script>
</body>
</html>
`.markup
}

/** JSON that cannot end the script it is embedded in. */
function scriptJson(data: unknown): string {
  return JSON.stringify(data).replace(/</g, '\\u003c')
}

function hashOf(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`
}
