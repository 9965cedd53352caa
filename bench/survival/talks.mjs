/**
 * Generated conversations of two people with questions about them. Most answers lack the words of the question: they are
 * in what was asked or said shortly before.
 */

/** What somebody says about one thing, with what is asked later. `who` said it, `other` asked; `{}` is the thing. */
const topics = [
  {
    kind: 'answered',
    said: [
      ['other', 'Did you pick up a new instrument over the winter?'],
      ['who', 'Yes, the {}. My neighbours are very patient.'],
    ],
    question: 'Which instrument did WHO begin to learn in winter?',
    things: ['cello', 'oboe', 'banjo', 'clarinet', 'accordion', 'harp'],
  },
  {
    kind: 'answered',
    said: [
      ['other', 'Where will the wedding of your cousin be held?'],
      ['who', 'In {}, if the weather allows it.'],
    ],
    question: "At which place does WHO's cousin marry? I mean the wedding",
    things: ['Lisbon', 'Ghent', 'Tromsø', 'Valletta', 'Graz', 'Cork'],
  },
  {
    kind: 'answered',
    said: [
      ['other', 'What does the vet say about the limp of your dog?'],
      ['who', 'Only a {}, so we can relax.'],
    ],
    question: "What was wrong with the dog of WHO, according to the vet's examination?",
    things: ['thorn', 'sprain', 'splinter', 'bruise', 'blister'],
  },
  {
    kind: 'followed',
    said: [
      ['who', 'My sister finally opened her bakery last month.'],
      ['other', 'How lovely, congratulations to her.'],
      ['who', 'People queue for the {} every morning, before sunrise even.'],
    ],
    question: "What is sold most in the bakery of WHO's sister?",
    things: ['brioche', 'pretzels', 'focaccia', 'croissants', 'rye loaves'],
  },
  {
    kind: 'followed',
    said: [
      ['who', 'We adopted two kittens from the shelter.'],
      ['other', 'You must be exhausted. Do they sleep?'],
      ['who', 'Hardly. {} is the wild one.'],
    ],
    question: 'What is the name of a kitten that WHO adopted from the shelter?',
    things: ['Pixel', 'Mochi', 'Sable', 'Juniper', 'Comet'],
  },
  {
    kind: 'followed',
    said: [
      ['who', 'The doctor wants me to change my diet because of the allergy tests.'],
      ['other', 'Oh no. Is it serious?'],
      ['who', 'Not really, I just have to leave out {} for good.'],
    ],
    question: "Which food must WHO avoid after the doctor's allergy test?",
    things: ['walnuts', 'shellfish', 'sesame', 'lupins', 'mustard'],
  },
  {
    kind: 'direct',
    said: [['who', 'I repaired the {} in the garage on Sunday, with parts from an old lamp.']],
    question: 'What did WHO repair in the garage?',
    things: ['radio', 'toaster', 'sewing machine', 'turntable', 'kettle'],
  },
  {
    kind: 'direct',
    said: [['who', 'Our book club reads {} this season and I was the one who proposed it.']],
    question: "Which novel was proposed for WHO's book club?",
    things: ['Middlemarch', 'Beloved', 'Solaris', 'Emma', 'Dracula'],
  },
  {
    kind: 'exact',
    said: [['who', 'The deploy of release {} stopped with exit code 137, the pod ran out of memory.']],
    question: 'why did the deploy of {} stop',
    things: ['v2.14.3', 'v2.15.0', 'v3.0.1', 'v3.1.7', 'v4.0.0-rc.2'],
  },
  {
    kind: 'exact',
    said: [['who', 'I moved the retry logic into {} so that both clients share it.']],
    question: 'where is the retry logic, {} ?',
    things: ['src/net/backoff.ts', 'src/net/retry_queue.ts', 'lib/http/again.py', 'core/transport/resend.go'],
  },
]

/** What people say in between; the words of questions are here too, so that they are not rare by themselves. */
const openings = ['Honestly,', 'By the way,', 'Well,', 'You know,', 'Oh,', 'I guess', 'Anyway,', 'So']
const middles = [
  'the garden took most of my weekend',
  'my sister called again about the holidays',
  'I went to the market early and the winter stalls were open',
  'the dog next door barks at every bicycle',
  'work was long and the meeting did not end',
  'I read a book on the train and missed my stop',
  'the doctor was late so I sat there for an hour',
  'we cooked for eight people and three came',
  'the new release of that game keeps me up',
  'I learned that the old bakery on the corner closes',
  'my cousin sent pictures of the shelter where she helps',
  'the weather made us cancel the trip',
]
const endings = [
  '.',
  ', believe it or not.',
  ' and that was that.',
  '. How are you?',
  ', as always.',
  '. Did you hear about it?',
]

const names = ['Ada', 'Grace', 'Edsger', 'Barbara', 'Alan', 'Radia', 'Donald', 'Frances']

/** A conversation of so many messages, and questions with the places of their evidence. */
export function generatedTalk(seed, messages = 600) {
  const random = createRandom(seed)
  const pick = (items) => items[Math.floor(random() * items.length)]
  const speakers = [names[seed % names.length], names[(seed + 3) % names.length]]
  const small = () => `${pick(openings)} ${pick(middles)}${pick(endings)}`
  const told = topics.flatMap((topic) => topic.things.map((thing) => ({ ...topic, thing, order: random() })))
  const plants = told.toSorted((a, b) => a.order - b.order).slice(0, 30)
  const texts = []
  const questions = []
  const every = Math.floor(messages / plants.length)
  const say = (speaker, text) => texts.push(`${speakers[speaker]}: ${text}`)
  for (let turn = 0; texts.length < messages; turn = 1 - turn) {
    const plant = texts.length >= questions.length * every ? plants[questions.length] : undefined
    if (plant === undefined) {
      say(turn, small())
      continue
    }
    const who = Math.floor(random() * 2)
    const fill = (text) => text.replaceAll('{}', plant.thing).replaceAll('WHO', speakers[who])
    for (const [role, text] of plant.said) say(role === 'who' ? who : 1 - who, fill(text))
    questions.push({
      question: fill(plant.question),
      category: plant.kind,
      evidence: [texts.length - 1],
      thing: plant.thing,
    })
  }
  // Two things that were said about the same person answer the same question.
  const asked = questions.map((each) => ({
    ...each,
    evidence: questions.filter(({ question }) => question === each.question).flatMap(({ evidence }) => evidence),
  }))
  return { name: `generated ${seed}`, texts, questions: asked }
}

function createRandom(seed) {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
