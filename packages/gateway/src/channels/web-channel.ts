/**
 * The name of the channel over HTTP. It sends nothing by itself: answers are in the events of the conversation, where
 * whoever asked reads them.
 */
export const webChannel = 'web'
