/** What a model does with a file: it looks at a picture, reads a document as it is, or reads a text. */
export type FileUse = 'picture' | 'document' | 'text'

/**
 * Bytes that a file of each use may have. Providers refuse a picture of more than 5 MiB, counted in base64, and would go
 * on refusing, for it stays in the conversation. The pages of two megabytes, or 64 KB of text, still fit a usual window.
 */
export const maxFileBytes: Readonly<Record<FileUse, number>> = {
  picture: 3.75 * 1024 * 1024,
  document: 2 * 1024 * 1024,
  text: 64 * 1024,
}
