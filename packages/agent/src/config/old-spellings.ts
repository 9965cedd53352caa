import type { ConfigNotice } from './config-problem.ts'
import type { WrittenSetting } from './written-setting.ts'

const spellings: Readonly<Record<string, string>> = {
  'compression.summary_model': 'auxiliary.compression.model',
  'model.cache_ttl': 'prompt_caching.cache_ttl',
}

/** Today's spelling of an older key; `undefined` when it is not one. */
export function newKey(key: string): string | undefined {
  return Object.hasOwn(spellings, key) ? spellings[key] : undefined
}

/** The older spellings of a key. */
export function oldKeys(key: string): readonly string[] {
  return Object.keys(spellings).filter((old) => spellings[old] === key)
}

/** The settings of one source in today's spelling; where both spellings are given, today's counts. */
export function respell(settings: readonly WrittenSetting[]): {
  readonly settings: readonly WrittenSetting[]
  readonly notices: readonly ConfigNotice[]
} {
  const given = new Set(settings.map(({ key }) => key))
  const notices: ConfigNotice[] = []
  const respelt = settings.flatMap((setting) => {
    const key = newKey(setting.key)
    if (key === undefined) return [setting]
    const isSpare = given.has(key)
    const message = `${setting.key} is an older spelling of ${key}${isSpare ? ', which is also set and counts' : ''}`
    notices.push({ place: setting.place, key, message })
    return isSpare ? [] : [{ ...setting, key }]
  })
  return { settings: respelt, notices }
}
