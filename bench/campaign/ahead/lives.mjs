import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const speaker = fileURLToPath(new URL('./speaker.mjs', import.meta.url))

/** Processes of one place in a conversation, one after the other: who is killed is replaced, and what it was told is said again. */
export function startLives(about, found) {
  const lives = []
  let life = launch()

  function launch() {
    const no = `${about.place}-${lives.length}`
    const env = { ...about.env, PATH: process.env.PATH, ANTHROPIC_API_KEY: `key/${about.conversation}/${no}` }
    const child = fork(speaker, [JSON.stringify({ ...about, env })], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    const started = { no, child, killedAt: undefined, stops: [], held: [], stderr: '' }
    child.stderr.on('data', (text) => {
      started.stderr = (started.stderr + text).slice(-2_000)
    })
    child.on('message', ({ unhandled, heldUp, at }) => {
      if (heldUp === true) started.held.push({ from: at, to: Number.POSITIVE_INFINITY })
      if (heldUp === false) started.held.at(-1).to = at
      if (unhandled !== undefined) found(`${no}: unhandled: ${unhandled}`)
    })
    started.gone = new Promise((resolve) => child.once('exit', resolve))
    started.ready = next(started, (message) => message.ready)
    lives.push(started)
    return started
  }

  /** Until the answer is here, whoever has to give it. */
  async function say(id, text) {
    for (let tries = 0; tries < 30; tries++) {
      const mine = life
      await mine.ready
      if (mine.child.connected) mine.child.send({ id, text }, () => {})
      const answer = await next(mine, (message) => message.id === id)
      if (answer?.outcome.kind === 'answered') return answer.outcome
      if (answer !== undefined && answer.outcome.kind !== 'aborted')
        found(`${mine.no}: a turn ended as ${JSON.stringify(answer.outcome).slice(0, 300)}`)
      if (answer === undefined && mine.killedAt === undefined) {
        found(`${mine.no} died by itself: ${mine.stderr.trim().slice(-300)}`)
        life = launch()
      }
    }
    throw new Error(`${about.conversation}: "${text.slice(0, 20)}" was never answered.`)
  }

  return {
    lives,
    say,
    async kill() {
      life.killedAt = Date.now()
      life.child.kill('SIGKILL')
      await life.gone
      life = launch()
    },
    async pause(ms) {
      const { child, stops } = life
      const stop = { from: Date.now(), to: Number.POSITIVE_INFINITY }
      stops.push(stop)
      child.kill('SIGSTOP')
      await new Promise((resolve) => setTimeout(resolve, ms))
      child.kill('SIGCONT')
      stop.to = Date.now()
    },
    async end() {
      await life.ready
      const ended = next(life, (message) => message.ended)
      if (life.child.connected) life.child.send({})
      const late = setTimeout(() => {
        found(`${life.no} did not end.`)
        life.child.kill('SIGKILL')
      }, 60_000)
      await ended
      const code = await life.gone
      clearTimeout(late)
      if (code !== 0) found(`${life.no} ended with ${code}: ${life.stderr.trim().slice(-300)}`)
    },
    abandon: () => life.child.kill('SIGKILL'),
  }
}

/** The next message of a process that fits; nothing when it is gone. */
function next({ child, gone }, fits) {
  return new Promise((resolve) => {
    const hear = (message) => {
      if (!fits(message)) return
      child.off('message', hear)
      resolve(message)
    }
    child.on('message', hear)
    gone.then(() => resolve(undefined))
  })
}
