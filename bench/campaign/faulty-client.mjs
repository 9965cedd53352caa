/**
 * A Postgres client with a fault at one statement, as `FAULT` says: the process dies before it is sent (`kill`) or while
 * the server works on it (`kill-sent`); it fails (`fail`); its server process is asked to go (`terminate`).
 */
import { Client } from 'pg'
import { die, isStruck } from './strike.mjs'

const { FAULT, FAULT_ADMIN } = process.env

export class FaultyClient extends Client {
  query(...args) {
    // Without a promise to fail, it is the pool's own business.
    if (typeof args.at(-1) === 'function' || !isStruck()) return super.query(...args)
    if (FAULT === 'kill') die()
    if (FAULT === 'fail') return Promise.reject(Object.assign(new Error('could not write'), { code: '58030' }))
    if (FAULT === 'terminate') return terminate(this.processID).then(() => super.query(...args))
    setTimeout(die, Math.random() * 3)
    return super.query(...args)
  }
}

async function terminate(processId) {
  const admin = new Client({ connectionString: FAULT_ADMIN })
  await admin.connect()
  await admin.query('SELECT pg_terminate_backend($1, 5000)', [processId])
  await admin.end()
}
