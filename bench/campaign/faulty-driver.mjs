/**
 * A SQLite driver with a fault: the statement with the number in `FAULT_AT` kills the process or fails, as `FAULT` says.
 * Statements count from the moment the file named by `FAULT_ARMED` exists, so that opening a store is not disturbed.
 */
import { existsSync } from 'node:fs'
import { DatabaseSync as Sound } from '@photostructure/sqlite'

const { FAULT, FAULT_AT, FAULT_ARMED = '' } = process.env
let count = 0
let armed = false

function strike() {
  armed ||= existsSync(FAULT_ARMED)
  if (!armed || FAULT === undefined) return
  count += 1
  if (count !== Number(FAULT_AT)) return
  if (FAULT === 'kill') process.kill(process.pid, 'SIGKILL')
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
