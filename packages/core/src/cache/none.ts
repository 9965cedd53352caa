import type { ChooseAnchors } from './anchor.ts'

/** No breakpoints at all. */
export const none: ChooseAnchors = (_, memory) => ({ anchors: [], memory })
