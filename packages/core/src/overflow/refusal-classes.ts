import type { Refusal } from './refusal.ts'

/** The classes that are known by their words alone, not by numbers. */
export type PlainKind = Exclude<Refusal['kind'], 'input-too-long' | 'output-too-long' | 'seal-refused' | 'unknown'>

/** Words of an error, as `plainText` gives them, and what they mean. */
export interface RefusalClass {
  readonly kind: PlainKind
  readonly text: RegExp
}

/**
 * Tried in order, before any text about length: a broken message may be "too long" in one field, a quota comes with the
 * status of a rate limit, a rate limit advises to "reduce the prompt", and a lack of credit to lower `max_tokens`.
 */
export const classesBeforeLength: readonly RefusalClass[] = [
  {
    kind: 'body-too-large',
    text: /request.?entity.?too.?large|payload too large|content too large|request_too_large|request exceeds the maximum size|too large body|request body too large(?! for)|request (?:payload|body) (?:size )?(?:exceed|is too large)|total text bytes|请求体?过大|string value length \(\d{6,}\) exceeds|string too long\. expected a string with maximum length \d{6,}|expected maxlength: \d{4,}, actual: \d{4,}/,
  },
  {
    kind: 'malformed',
    text: /without tool_result blocks|must have a corresponding tool_|unexpected tool_use_id|must be followed by tool messages|must be a response to a prece|must have non-empty content|text content blocks must be non-empty|content blocks must contain non-whitespace|(?:should|must|should be) alternat|roles? (?:should|must) alternat|unsupported.?(?:parameter|value)|unrecognized request argument|extra inputs are not permitted|max_tokens must be at least(?! 1, got -)|string too long\. expected a string with maximum length|missing field|failed to deserialize|missing required parameter|invalid role|must not be empty|invalid json|could not parse the json body|conversation must (?:start|end) with|first message must/,
  },
  {
    kind: 'content-filter',
    text: /content.?filter|content management policy|responsibleaipolicyviolation|data_?inspection_?failed|inappropriate content|content.?policy|safety system|usage guidelines|prohibited.?content|sensitive content|flagged (?:as potentially|for possible|by (?:our|the|\w+s) (?:\w+ )?(?:safety|moderation))|violat\w{1,30} (?:our|the|\w+s) (?:\w+ )?polic|(?:blocked|generated) (?:due to|by|because of) (?:\w+ )?safety|response was (?:blocked|filtered)|content exists risk|high risk|敏感内容|不安全/,
  },
  {
    kind: 'rate-limited',
    text: /resource.?exhausted.{0,4000}?(?:please retry in|retrydelay|per_?minute)|(?:please retry in|per_?minute).{0,4000}?resource.?exhausted|quota exceeded.{0,120}?per.?(?:second|minute)/,
  },
  {
    kind: 'quota',
    text: /insufficient.?(?:\w{1,30} ){0,3}(?:quota|balance|credit|funds)|exceeded your (?:current |monthly )?quota|exceeded_current_quota|credit balance is too low|requires? more credits|can only afford|higher monthly limit|purchase credits|payment required|billing hard limit|spending limit|not yet available for this subscription|usage.?limit.{0,30}?(?:reached|exceeded)|(?:hit|reached|exceeded) (?:your|the|its) (?:\w+ )?(?:usage|plan|session) limit|hour limit reached|(?:daily|weekly|monthly) (?:\w+ )?limit|quota (?:limit )?(?:has been |was |is )?(?:exceeded|exhausted|reached|used up)|key (?:\w+ )?limit exceeded|budget has been exceeded|budget_exceeded|exceededbudget|out of (?:credits?|funds|extra usage)|credits? (?:have been )?(?:exhausted|depleted)|(?:no (?:usable|available|remaining)|not enough) credits|requires available credits|top.?up your|balance.?(?:is )?(?:depleted|exhausted|too low)|used up (?:all )?your (?:points|credits?|quota|balance|allowance)|not available on the free tier|arrearage|overdue|in arrears|余额不足|欠费|充值|用量上限|(?:额度|配额)(?:已|不足|用)|残高が|잔액이/,
  },
]

/** After the few length errors that dress as rate limits, before all other texts about length. */
export const classesBeforeOthers: readonly RefusalClass[] = [
  {
    kind: 'certificate',
    text: /self.?signed.?cert|cert_?(?:ificate)?[_ ](?:has[_ ])?(?:expired|not[_ ]yet[_ ]valid|is not yet valid|revoked|untrusted|rejected|verify failed|verification failed|signature[_ ]failure)|certificate_verify_failed|altname|unable[_ ]to[_ ](?:verify|get)[_ ](?:the[_ ]first|leaf|(?:local[_ ])?issuer)|(?:x509|peer certificate): |certificate (?:signed by unknown|is (?:valid for|not trusted))|certificate verification error|hostname[_ ]mismatch|alert (?:unknown ca|bad certificate|certificate)/,
  },
  {
    kind: 'overloaded',
    text: /overload|at capacity|server is busy|servers? (?:is|are) (?:currently )?(?:busy|unavailable)|engine is currently|temporarily unavailable|available memory|model is (?:still )?loading|no healthy upstream|(?<!context )(?<!token )capacity (?:limits? )?exceeded|访问量过大|服务器?繁忙|系统繁忙|负载过高|混み合って|過負荷|과부하/,
  },
  {
    kind: 'rate-limited',
    text: /rate.?limit|too.many.requests|too many tokens(?: per \w+)?, please wait|(?:tokens?|limit) per (?:min|day|hour)|requests? per (?:min|day|hour)|throttl|resource(?:.| has been )?exhausted|service_?quota_?exceeded|model_cooldown|cooling down|concurren\w{1,30} (?:requests? )?limit|too many concurrent|rate increased too quickly|slow.?down|(?:reduce|lower) (?:your|the) (?:request )?(?:rate|frequency)|requests? too (?:fast|frequent)|\b(?:rpm|tpm|rpd|tpd|qps|qpm)\b|usage.?limit.{0,80}?(?:try again|resets?)|频繁|频率(?!惩罚)|速率|限流|流量限制|并发|请求过多|レート制限|リクエスト(?:数)?が多すぎ|요청이 너무 많|속도 제한|요청 한도/,
  },
  {
    kind: 'auth',
    text: /invalid x-api-key|authentication_?error|incorrect api key|invalid.{0,20}api.?key|api.?key.{0,30}(?:missing|invalid|expired|not (?:set|found|valid))|invalid_api_key|\bunauthori[sz]ed\b|permission.?(?:denied|error)|\bforbidden\b|no auth credentials|(?:token|key|signature|credentials?) (?:(?:has|have) )?(?:been )?(?:expired|revoked|deactivated|disabled|invalidated)|expired.?token|invalid (?:\w+ )?token(?= ?(?:[.,;:)]|$|provided|supplied))|invalidclienttoken|invalid authentication|authentication failed|re-?authenticate|api_key_\w+|no api.?key|(?:could not|failed to) (?:authenticate|validate credentials)|(?:no|locate|missing|invalid) credentials|access.?denied|security token|insufficient permissions|unrecognizedclient/,
  },
  {
    kind: 'not-found',
    text: /model_not_found|not_found_error|\bmodel\b.{0,120}?(?:does not exist|not found)|no endpoints found|no such model|unknown model|not a valid model|invalid model(?: name| id|:)|deployment.?not.?found/,
  },
]

/** Time-outs before broken connections, since both use the same words; neither says anything about length. */
export const classesAfterLength: readonly RefusalClass[] = [
  {
    kind: 'timeout',
    text: /timed?[\s-]?out|timeout|deadline.?exceeded|idle for too long|did not respond (?:before|in time)/,
  },
  {
    kind: 'network',
    text: /econn|enotfound|eai_again|epipe|\behost|\benet|getaddrinfo|name resolution|name or service|nodename|no route to host|goaway|zlib|decompress|und_err|fetch failed|failed to fetch|err_connection|error sending request|socket|\bterminated\b|other side closed|premature close|peer closed|incomplete chunked|before headers|connect error|unexpected end of|server is down|network|connection (?:error|closed|reset|refused|lost|aborted)|disconnect|bad gateway|stream (?:ended|closed|was cut)|\b(?:ssl|tls|sslv3|tlsv1)\b|ssl3_|ssl_error|eproto|bad record mac|certificate|unexpected eof|\bdns\b/,
  },
]

/** Words of a limit on use that passes with time, if the provider says when. */
export const usageLimit = /usage.?limit|(?:usage|plan|session|hour|daily|weekly|monthly) (?:\w+ )?limit|quota/

/** Faults in the request itself, which remain however often it is sent. */
export const clientErrors =
  /invalid.?request|invalid.?argument|bad_?request(?:error|_error)|validation.?(?:error|exception|failed)|unprocessable|(?:unknown|unsupported|unrecognized|invalid).?(?:parameter|argument|field)/

/** A fault of the server, reported in a stream, where there is no status. */
export const serverErrors =
  /internal.?(?:server.?)?error|server.?error|had an error|error occurred while processing|high demand|(?:over|out of) capacity|service (?:is (?:currently )?)?unavailable|service.unavailable|(?:model|backend|provider) (?:is (?:currently )?)?unavailable|failed to generate|model (?:is )?loading|(?:re)?try your request/

/** The meaning of a status when the words say nothing. */
export const kindsByStatus: Readonly<Record<number, PlainKind>> = {
  401: 'auth',
  402: 'quota',
  403: 'auth',
  404: 'not-found',
  407: 'auth',
  408: 'timeout',
  409: 'overloaded',
  413: 'body-too-large',
  425: 'overloaded',
  429: 'rate-limited',
  499: 'network',
  500: 'overloaded',
  502: 'network',
  503: 'overloaded',
  504: 'timeout',
  520: 'network',
  521: 'network',
  522: 'timeout',
  523: 'network',
  524: 'timeout',
  525: 'network',
  526: 'network',
  529: 'overloaded',
}
