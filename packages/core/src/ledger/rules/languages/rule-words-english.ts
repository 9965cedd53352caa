import { newNumber, type RuleLanguage, someWords } from './rule-language.ts'

/** Matches where an order may begin: at the start, after a comma, or after a word that leads into one. */
const opening =
  '(?:^|[,;:—–(]\\s*|\\s-\\s+|(?:^|[\\s(])(?:please|pls|plz|and|but|so|also|then|just|again|or|ok|okay|yes|yeah|hey|btw|kindly|now|note|important|still|otherwise|instead|(?:want|need|expect|like)\\s+you\\s+to|(?:try|remember|careful)\\s+to|said|really|actually|first|meanwhile|change\\s+of\\s+plans?|new\\s+plan|correction|on\\s+second\\s+thought)[,:]?\\s+)'
const politely =
  '(?:please\\s+|also\\s+|just\\s+|always\\s+|and\\s+|then\\s+|can\\s+you\\s+|could\\s+you\\s+|would\\s+you\\s+|you\\s+){0,12}'
/** Matches orders where one may begin; the latter also in polite form. */
function told(bare: readonly string[], polite: readonly string[]): string {
  return `${opening}(?:${bare.join('|')}|${politely}(?:${polite.join('|')}))`
}

const dont = "(?:do\\s+not|don['’]?t)"
const notOrders =
  '(?:know|think|see|understand|believe|remember|recall|care|mind|get|have|like|worry|you|we|i|seem|exist|work|feel|agree|look|matter|even|want|need|really|forget|give\\s+up)'
const dismissing = '(?:scratch|strike|forget|ignore|undo|remove|disregard|scrap|drop|lift|cancel|revoke|ditch|withdraw)'
/** Matches an order to dismiss something, not a statement about who does. */
const dismissal = `(?:${dismissing}(?<=(?:^|[,;:—–]\\s*|\\s-\\s+|(?:^|\\s)(?:please|pls|plz|and|but|so|also|then|just|again|ok|okay|yes|yeah|now|actually|you\\s+(?:can|may|should)(?:\\s+now)?|let['’]?s|we\\s+can|want\\s+you\\s+to|not|don['’]?t|never)[,:]?\\s+)${dismissing})|i\\s+(?:hereby\\s+)?(?:scrap|drop|lift|cancel|revoke|withdraw|take\\s+back))\\s+`
const ruleName =
  '(?:rules?|restrictions?|constraints?|requirements?|ban|prohibition|limits?)\\s+(?:(?:on|about|for|against|of|to|that)\\s+[^\\s,;?][^,;?]{0,59}?\\s+)?'
/** Acts that may be forbidden. */
const acts =
  '(?:use|touch|change|modify|edit|delete|remove|rename|push|commit|merge|deploy|install|add|write|run|call|import|rely|assume)'
/** Continuations of Spanish and Catalan statements that begin with "no". */
const notInEnglish =
  '(?:h[aeio]|em|el|la|lo|me|se|te|le|es|hay|est[a-z]*|funciona[a-z]*|entiend[a-z]*|pued[a-z]*|quier[a-z]*|teng[a-z]*|tien[a-z]*|veo|encuentr[a-z]*|sirve|creo|puc|tinc|vull|entenc|trobo|va)'
const limit = '(?:budget|limit|cap|maximum|quota|ceiling|deadline)'

/** Words in which documentation says what code expects or does. */
const codeThing =
  '(?:function|method|hook|constructor|destructor|callback|macro|getter|setter|decorator|handler|routine|subroutine|procedure)'
const aCall = '`?[\\w.]{1,80}\\(\\)`?'
/** Sentences that describe how something is, and ask nobody to do anything. */
const described = [
  `(?:${codeThing}|${aCall})\\s+(?:must|should|may|can)\\s+(?:not\\s+|only\\s+|never\\s+|always\\s+)?be\\s+(?:called|invoked)(?![a-z])`,
  `(?:callers?|implement[eo]rs?|subclass(?:es)?|overriders)\\s+(?:must|should|may)\\s`,
  `only\\s+${aCall}\\s+[a-z]+s(?![a-z])`,
  '(?:it|he|she|they|this|that|which|there|these|those)\\s+(?:[a-z]+\\s+)?may\\s+not',
  "[a-z]+n['’]?t\\s+always",
  '(?:info(?:rmation)?|context|details|data|everything|anything|what)\\s+(?:that\\s+)?you\\s+need\\s+to',
  '(?:prefer|rather)\\s+(?:that|this|it)[.!]?$',
  `never\\s+say\\s+never|(?:${dont}|never)\\s+(?:be\\s+(?:afraid|shy|scared|sad)|hesitate)(?![a-z])`,
  `(?:(?:says|prints|printed|shows|showed|outputs|returns|returned|logs|logged|throws|threw|fails\\s+with|failed\\s+with|got|gets|gives|gave|complains|complained|warns|warned|reports|reported)|(?:error|warning|message|output|log)\\s*(?:is|was|reads?|:))\\s{0,9}(?:that\\s+|me\\s+|us\\s+)?[:,]?\\s{0,9}["“][^"”]{3,400}["”]`,
].join('|')

/** English; who is said to do what distinguishes its rules from stories. */
export const englishRules: RuleLanguage = {
  name: 'en',
  spaced: true,
  ascii: true,
  forbids: [
    "must\\s+(?:not|never)|mustn['’]?t|(?:should|shall)\\s+(?:not|never)|shouldn['’]?t|may\\s+not|may\\s+never",
    '(?:is|are|be)\\s+(?:strictly\\s+)?(?:forbidden|prohibited|off[- ]limits|not\\s+(?:permitted|allowed|acceptable|ok(?:ay)?))|not\\s+allowed',
    `you\\s+(?:cannot|can\\s+not|can['’]?t)\\s+${acts}(?![a-z])|(?:can|could|would)\\s+you\\s+(?:please\\s+)?not\\s|i\\s+forbid`,
    `(?:nothing|nobody|no\\s+one|none)\\s+(?:[^\\s.?]+\\s+){0,6}?(?:may|should|must)\\s`,
    'under\\s+no\\s+circumstances?|hands\\s+off|on\\s+no\\s+account|no\\s+exceptions?(?![a-z])',
    '(?:our|my|the|company|team)\\s+(?:[a-z]+\\s+){1,4}(?:forbids?|prohibits?|disallows?)\\s|(?:is|are)\\s+(?:out\\s+of\\s+scope|read-?only\\s+for\\s+(?:you|us|everyone))',
    `we\\s+(?:cannot|can\\s+not|can['’]?t)\\s+(?:store|ship|share|send|expose|release|publish|sell|promise|disclose|reveal|offer)(?![a-z])`,
    `(?:i|we)\\s+${dont}\\s+(?:really\\s+)?(?:want|like|allow|use|need\\s+you|commit|push|accept|do)`,
    'leave\\s+[^?!]{1,80}\\s(?:alone|as\\s+(?:is|they\\s+are|it\\s+is)|untouched|unchanged)',
    'without\\s+(?:asking|my\\s+(?:permission|approval|ok)|touching|changing|breaking|using|adding|modifying|introducing)',
    `^(?:and\\s+|but\\s+|also\\s+|please,?\\s+)?no\\s+(?!problem|worries|idea|thanks|need|i\\b|it\\b|that|this|one\\b|longer|wonder|matter|way\\b|the\\b|we\\b|you\\b|not\\b|they|there|but|such|response|luck|rush|${notInEnglish}\\b)[a-z][a-z\\s-]{1,60}`,
    told(
      [`${dont}\\s+(?!${notOrders}(?!\\p{L}))`],
      [
        'try\\s+(?:hard\\s+)?not\\s+to\\s',
        '(?:avoid|refrain|stay\\s+(?:away|out)\\s|stop\\s+\\p{L}+ing|quit\\s+\\p{L}+ing|no\\s+more)',
      ],
    ),
  ].join('|'),
  orders: [
    'must|is\\s+(?:mandatory|required)|are\\s+(?:mandatory|required)|(?:should|shall|may)\\s+(?:only|always)|(?:have|has|needs?)\\s+to\\s+(?:always|stay|remain|be)',
    '(?:all|every|each|any)\\s+(?:[^\\s.?]+\\s+){1,6}?should\\s+(?:be\\s+(?:in|written|named|sorted)|use|have|follow|start|end|contain|include|carry)|^max(?:imum|\\.)?\\s+(?:[a-z]+\\s+){1,4}(?:[a-z]+[:=]?\\s*|[:=]\\s*)?\\d+|(?:my|our|the)\\s+(?:[a-z]+\\s+)?(?:budget|deadline)\\s+is',
    'i\\s+(?:want|need|expect)\\s+(?:all|every|each|everything|any)\\s(?:[^\\s.?]+\\s+){0,5}?(?:in|as|to\\s+(?:be|have|use|stay|follow|start|end))(?=\\s)',
    `(?:needs?|requires?)\\s+(?:an?\\s+|my\\s+|the\\s+|prior\\s+|written\\s+|explicit\\s+)*(?:approval|permission|sign-?off|consent)(?![a-z])`,
    `(?:it\\s+is|it['’]?s)\\s+(?:very\\s+|absolutely\\s+|really\\s+)?(?:important|crucial|essential|vital|imperative)\\s+(?:that|you|we)(?=\\s)`,
    '^[a-z-]+(?:\\s[a-z-]+)?,\\s+not\\s+[a-z-]+[.!]?$|we\\s+only\\s+(?:support|use|ship|accept|allow|target)(?![a-z])',
    'from\\s+(?:now|here|this\\s+point)\\s+on|going\\s+forward|for\\s+the\\s+rest\\s+of|at\\s+all\\s+times|no\\s+matter\\s+what|(?:whenever|every\\s+time|each\\s+time)\\s+you|without\\s+exception|hard\\s+(?:rule|requirement)|non-?negotiable|as\\s+a\\s+rule|at\\s+most|no\\s+more\\s+than|never\\s+more\\s+than|strictly',
    "i(?:['’]d|\\s+would)?\\s+(?:strongly\\s+)?(?:prefer|rather)|we\\s+(?:strongly\\s+)?prefer|my\\s+preference",
    '(?:use|touch|edit|modify|change|answer|respond|reply|write|run|work|commit|install|import|allow|include|read|make|add|push|deploy|test)\\s+(?:\\p{L}+\\s+){0,3}only',
    'in\\s+(?:the\\s+)?future,?\\s+(?:please|always|never|use|do|make|only)',
    told(
      [`${dont}\\s+forget`],
      [
        '(?:make\\s+(?:absolutely\\s+|very\\s+)?(?:sure|certain)|ensure|be\\s+sure|remember\\s+(?:to|that)|keep(?!\\s+(?:going|up|it\\s+up|learning|me\\s+posted|you\\s+posted))|prefer|stick\\s+(?:to|with)|limit|restrict|follow|respect|preserve|maintain|only(?!\\s+(?:then|if|when|the\\s+first)\\b))',
        '(?:answer|respond|reply|write|speak|talk|communicate|comment|document)\\s+(?:\\p{L}+\\s+){0,3}in(?=\\s)',
        '(?:ask|wait|run|check|test|lint|format|build|verify|confirm|commit|push|save|update|tell|show|review)\\s+[^?.]{1,80}\\s(?:before|after)\\s+(?:each|every|any|you|\\p{L}+ing)',
        '(?:ignore|exclude|skip|cite|treat|quote)\\s+(?:[^\\s.?]+\\s+){0,8}?(?:each|every|any|all)(?=\\s)',
        'round\\s+(?:[^\\s.?]+\\s+){1,4}?to(?=\\s)',
        '(?:write|do|run|fix|update|create|add)\\s+(?:[^\\s.?]+\\s+){1,5}?first,?\\s+(?:and\\s+)?(?:only\\s+)?then(?=\\s)',
        '(?:use|using)\\s+[^?]{2,160}$',
        '(?:use|write|call|put|run|choose|pick|make|do|return|say|name|store|import|go|take|try|add|create|show|print|format|send|switch|mark|treat|flag|log|raise|throw)\\s[^.]{1,80}(?:instead\\s+of|rather\\s+than|instead)',
      ],
    ),
  ].join('|'),
  softForbids: 'never',
  softOrders: 'always',
  story: [
    '(?:he|she|they|the\\s+(?:docs?|documentation|manual|article|tutorial|error|message|warning|log|output|compiler|linter))\\s+(?:says?|said|states?|stated|claims?|claimed|complains?|complained)(?![a-z])[^;]*',
    "(?:it|he|she|they|this|that|there|i|has|have|had|was|were|is|are|am|been|which|who|\\p{L}+['’](?:s|ve|re|d|m|ll))\\s+(?:just\\s+|also\\s+|almost\\s+|still\\s+)?(?:never|always)(?!\\s+(?:want|prefer|like|need|be\\b|use\\b|run\\b))",
    '(?:never|always)\\s+(?:\\p{L}+(?:ed|[^su\\W]s)(?![a-z])|got|was|were|had|did|came|went|saw|said|ran|took|made|knew|been|being)',
    described,
    "must['’]ve|never\\s*mind|as\\s+always|almost\\s+always|not\\s+always|a\\s+must|must\\s+(?:have\\s+(?:been|gone|got|felt|\\p{L}+ed(?!\\p{L}))|feel|still|really|love|enjoy|be\\s+(?:so|very|really|exciting|nice|hard|tough|fun|awesome|great|proud|a|an|some|something|because|wrong|missing|related|due|why|the\\s+case|that)(?![a-z]))|(?:should\\s+not|shouldn['’]?t)\\s+(?:happen|be\\s+(?:happening|possible|necessary|needed|a\\s+problem|too|that))",
  ].join('|'),
  endWords:
    '\\b(?:scratch|strike|changed\\s+my|forget|take\\s+back|ignor|disregard|scrap|drop|lift|cancel|revoke|undo|remove|ditch|withdraw|gone|over\\b|void|off\\b|obsolete|longer|any\\s?more|never\\s*mind|again|now\\b|after\\s+all|budget|limit|cap\\b|maximum|quota|ceiling|deadline)',
  releases: [
    `${dismissal}(?:about\\s+)?(?:the|that|this|those|these|my|our|what\\s+i|any|all)\\s+${someWords}(?:rules?|said|told|asked|instructions?|constraints?|restrictions?|requirements?|preferences?|ban)(?![a-z])`,
    `${ruleName}(?:is|are|has\\s+been|have\\s+been)\\s+(?:now\\s+|hereby\\s+)?(?:lifted|cancell?ed|revoked|dropped|withdrawn|gone|over|void|off|scrapped|obsolete)(?![a-z])`,
    `${ruleName}(?:no\\s+longer\\s+(?:appl(?:y|ies)|holds?)|(?:is|are)\\s+no\\s+longer\\s+(?:valid|in\\s+force|in\\s+effect)|(?:does|do)(?:\\s+not|n['’]?t)\\s+(?:apply|hold)\\s+any\\s?more)`,
    'never\\s*mind\\s+(?:the|my|about|what)\\s+',
    "i(?:['’]ve|\\s+have)?\\s+changed\\s+my\\s+mind\\s+(?:about|on)\\s+",
  ].join('|'),
  permits: [
    `you\\s+(?:may|can)\\s+(?:now|again)|you\\s+(?:may|can)\\s+(?!only|not|never|use\\s+only)[^?]{1,80}\\s(?:now|again|after\\s+all|from\\s+now\\s+on)(?![a-z])|now\\s+you\\s+(?:may|can)|feel\\s+free\\s+to\\s[^?]{1,80}\\s(?:now|again)(?![a-z])`,
    "(?:it['’]?s|it\\s+is)\\s+(?:now\\s+)?(?:ok(?:ay)?|fine|allowed)\\s+to\\s[^?]{1,80}\\s(?:now|again|after\\s+all)(?![a-z])|(?:is|are|it['’]s)\\s+(?:now\\s+)?(?:ok(?:ay)?|fine|allowed|permitted|acceptable|welcome)\\s+(?:now|again|after\\s+all)|(?:is|are)\\s+now\\s+(?:ok(?:ay)?|fine|allowed|permitted|acceptable|welcome)",
  ].join('|'),
  waives: [
    "(?:no\\s+longer|not)\\s+(?:need|necessary|required|have)(?:\\s+to)?\\s(?:[^?]{0,60}\\s)?any\\s?more|(?:you|we|they)\\s+no\\s+longer\\s+(?:need|have)\\s+to|(?:don['’]?t|do\\s+not|doesn['’]?t|does\\s+not)\\s+(?:need|have)\\s+to\\s[^?]{1,80}\\sany\\s?(?:more|\\s+longer)|no\\s+need\\s+to\\s[^?]{1,80}\\sany\\s?more",
    'no\\s+longer\\s+(?:has|have|needs?)\\s+to|(?:is|are)\\s+no\\s+longer\\s+(?:required|needed|necessary|mandatory)',
  ].join('|'),
  resets: [
    `${opening}${politely}(?:raise|increase|lower|reduce|extend|cut)\\s+(?:the|my|our|that|this)\\s+${someWords}${limit}\\s+${someWords}to\\s+${newNumber}`,
    `${limit}\\s+${someWords}(?:is|are)\\s+now\\s+${someWords}${newNumber}`,
  ].join('|'),
  doubts:
    "if|when|once|until|till|unless|except|besides|apart|whether|would|could|should|might|maybe|perhaps|temporarily|today|tomorrow|tonight|for\\s+(?:now|once|the\\s+moment|this|that)|this\\s+time|says?|(?:not|[a-z]+n['’]?t|never|cannot|nobody)\\s+(?:[a-z]+\\s+){0,2}(?:forget|ignore|disregard|scrap|drop|lift|cancel|revoke|undo|remove|ditch|withdraw)|(?:eslint|lint(?:er|ing)?|css|firewall|database|db|sql|foreign|unique|check|key)\\s+(?:[a-z]+\\s+)?(?:rules?|constraints?)",
}

/** Required of a sentence for any of these rules to match: looking for it costs a tenth of matching the rules. */
export const plainEnglish =
  /\b(?:account|changed|scratch|strike|take\s+back|all\b|any\b|ask|ban\b|before|budget|cannot|can['’]?t|can\s+not|could|would|forbid|max|nobody|none|nothing|cap\b|ceiling|constraint|deadline|ditch|free\b|maximum|prohibition|quota|requirement|withdraw|after|again|always|answer|anymore|avoid|cancel|certain|circumstance|comment|communicate|disregard|document|don|drop|each|ensure|every|exception|follow|forbidden|forget|forward|from|future|hands|hard|ignore|keep|leave|lift|limit|longer|maintain|mandatory|matter|may|more|most|must|negotiable|never|nonnegotiable|not|now|off|only|prefer|preserve|prohibit|disallow|scope|read-?only|approval|permission|sign-?off|consent|important|crucial|essential|vital|imperative|round\b|first,?\s+(?:and|only|then)|quit|refrain|remain|remember|remove|reply|required|respect|respond|rest|restrict|revoke|rule|scrap|shall|should|speak|stay|stick|stop|strictly|sure|talk|times|undo|use|using|whenever|without|write|no\b)|instead|rather|to\s+be/i
