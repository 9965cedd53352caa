/** A SQLite driver with a fault: one statement kills the process or fails, as `FAULT` says. */
import { DatabaseSync as Sound } from '@photostructure/sqlite'
import { die, isStruck } from './strike.mjs'

const { FAULT } = process.env

function strike() {
  if (!isStruck()) return
  if (FAULT === 'kill') die()
  throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10, sqliteCode: 10 })
}

function faulty(statement) {
  return new Proxy(statement, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args) => {
        if (name === 'run' || name === 'get' || name === 'all' || name === 'iterate') strike()
        return value.apply(target, args)
      }
    },
  })
}

export class DatabaseSync extends Sound {
  prepare(sql) {
    return faulty(super.prepare(sql))
  }

  exec(sql) {
    strike()
    return super.exec(sql)
  }
}
