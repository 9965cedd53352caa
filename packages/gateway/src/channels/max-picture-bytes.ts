/** Providers refuse pictures of more than five megabytes. */
export const maxPictureBytes = 5 * 1024 * 1024

/** Says in a message's text that its picture is missing, so that nobody answers as if there had been none. */
export function withoutPicture(text: string): string {
  return `${text}\n[A picture that came with this message could not be fetched.]`.trim()
}
