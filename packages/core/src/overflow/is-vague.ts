/** Words that errors are wrapped in and that say nothing about the reason. */
const hollow = new Set(
  `400 422 a an and api argument arguments bad badrequest badrequesterror body call client code contains data error errors
  exception failed false for from http in input internal invalid invalid_argument invalid_request invalid_request_error
  invalidparameter is it json litellm message metadata model none no null object of on our or param parameter parameters
  params please provider raw received request request_id requestid returned server status the there this to true try again type
  undefined unknown unknown_error upstream validation validationexception was with wrong something went occurred your`.split(
    /\s+/,
  ),
)

/** Ids and hosts carry no reason either. */
const isReason = (word: string) => !hollow.has(word) && !/\d/.test(word)

/** More than this many telling words are a reason, even one that we do not know. */
const mostReasons = 2

/** True when an error text (as `plainText` gives it) has no reason: an empty body, or wrapping around nothing. */
export function isVague(text: string): boolean {
  return text.split(/[^\p{L}\p{N}_-]+/u).filter((word) => word !== '' && isReason(word)).length <= mostReasons
}
