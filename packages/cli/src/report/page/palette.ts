/** Colours by what they are for. Text on paper and card reaches 4.5 : 1, lines of charts 3 : 1, in both lights. */
const light = {
  paper: '#faf9f7',
  card: '#ffffff',
  ink: '#1d1c1a',
  soft: '#5d5a53',
  line: '#e6e2da',
  edge: '#8c877d',
  accent: '#0b6e66',
  fill: '#2f827b',
  wash: '#0b6e661f',
  stripe: '#569a93',
  'stripe-back': '#e3efed',
  warm: '#b8420f',
  grey: '#7a766d',
  violet: '#6a4da6',
}

const dark: typeof light = {
  paper: '#141413',
  card: '#1d1c1a',
  ink: '#edebe6',
  soft: '#aca79d',
  line: '#35322d',
  edge: '#7d786f',
  accent: '#4cc2b2',
  fill: '#36897f',
  wash: '#4cc2b226',
  stripe: '#7fd6c9',
  'stripe-back': '#1f3733',
  warm: '#f0884d',
  grey: '#99948a',
  violet: '#b59cf2',
}

function variables(colours: typeof light): string {
  return Object.entries(colours)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';')
}

/** Follows the reader's system until the toggle says otherwise; paper is always light. */
export const palette = `:root{color-scheme:light;${variables(light)}}
@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${variables(dark)}}}
@media screen{:root[data-theme=dark]{color-scheme:dark;${variables(dark)}}}`
