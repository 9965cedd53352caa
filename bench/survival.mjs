/** What is left of a conversation after compactions, and what they cost those who speak in it: one section each. */
const sections = { waiting: () => import('./survival/waiting.mjs') }

export async function measureSurvival() {
  const measured = []
  for (const load of Object.values(sections)) measured.push(await (await load()).run())
  return { sections: measured, goals: measured.flatMap(({ goals }) => goals) }
}

export async function printSurvival({ sections: measured }) {
  for (const each of measured) (await sections[each.section]()).print(each)
}
