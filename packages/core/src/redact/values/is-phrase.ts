/** Words of messages and labels: a text with one of them speaks about a password. */
const spoken = new Set(
  "password passwords passwort passphrase passcode pass secret secrets token tokens key keys credential credentials must should shall will would can cannot can't may is are was were be been being has have had do does did don't not no none nor the your you my our their its this that these those a an it please enter type input provide set unset use used using reuse new old current confirm confirmed repeat again forgot forgotten reset change changed wrong incorrect invalid missing empty blank required optional needed too short long weak strong least most minimum maximum min max character characters chars digits letters symbols field fields value values string strings text word phrase plain hash hashed encrypted stored read see same as above below at for of from by in on or to into if when then than match matches matched mismatch expired taken already only hidden redacted masked omitted user users username account login admin's default example sample".split(
    ' ',
  ),
)

const words = /^[A-Za-z0-9][!-~]{0,24}(?: [!-~]{1,25}){1,9}$/

/** True if several words are a password, not a remark about one: none of them is a word that remarks are made of. */
export function isPhrase(text: string): boolean {
  if (text.length > 120 || !words.test(text) || /[<>{}$=:;()[\]]|\.$|,/.test(text)) return false
  const pieces = text.split(' ')
  if (pieces.some((piece) => spoken.has(piece.toLowerCase()) || /passw|\.\.\./i.test(piece))) return false
  return !/[A-Z]/.test(text) || /\d|[!@#%^&*]/.test(text)
}
