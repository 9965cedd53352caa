import type { Random } from '../random.ts'
import { routesSource } from './routes-source.ts'
import { rulesSource } from './rules-source.ts'
import { storeSource } from './store-source.ts'
import type { Subject } from './subject.ts'
import { snake } from './subject.ts'
import { rulesTestSource, storeTestSource } from './test-source.ts'

/** The paths of a subject's code. */
export interface SubjectPaths {
  readonly rules: string
  readonly store: string
  readonly routes: string
  readonly test: string
  readonly storeTest: string
}

export function pathsOf(subject: Subject): SubjectPaths {
  const folder = `src/${dashed(subject.many)}`
  const name = dashed(subject.one)
  return {
    rules: `${folder}/${name}.ts`,
    store: `${folder}/${name}-store.ts`,
    routes: `${folder}/${name}-routes.ts`,
    test: `${folder}/${name}.test.ts`,
    storeTest: `${folder}/${name}-store.test.ts`,
  }
}

/** `crewDuties` → `crew-duties`, as files and URLs are named. */
export function dashed(name: string): string {
  return snake(name).replaceAll('_', '-')
}

/** The source files of one subject as they are when the story begins. */
export function subjectFiles(subject: Subject, random: Random): readonly (readonly [path: string, text: string])[] {
  const paths = pathsOf(subject)
  return [
    [paths.rules, rulesSource(subject, random)],
    [paths.store, storeSource(subject)],
    [paths.routes, routesSource(subject)],
    [paths.test, rulesTestSource(subject)],
    [paths.storeTest, storeTestSource(subject)],
  ]
}
