import type { Json } from '../../../json.ts'
import { demandEqual } from '../fixtures/demand.ts'
import type { StoreCase } from '../fixtures/store-case.ts'

/** Small facts under a scope, and leases. */
export const stateCases: readonly StoreCase[] = [
  {
    name: 'state is unknown until it is set, and again after it is removed',
    async run(open) {
      const { state } = await open()
      demandEqual(await state.get('s', 'k'), undefined, 'before')
      await state.set('s', 'k', { n: 1 })
      demandEqual(await state.get('s', 'k'), { n: 1 }, 'once set')
      await state.remove('s', 'k')
      demandEqual(await state.get('s', 'k'), undefined, 'once removed')
      await state.remove('s', 'k')
    },
  },
  {
    name: 'state set again is replaced',
    async run(open) {
      const { state } = await open()
      await state.set('s', 'k', [1])
      await state.set('s', 'k', 'two')
      demandEqual(await state.all('s'), { k: 'two' }, 'the scope')
    },
  },
  {
    name: 'scopes keep their keys apart',
    async run(open) {
      const { state } = await open()
      await state.set('a', 'k', 1)
      await state.set('b', 'k', 2)
      await state.set('a', 'l', 3)
      demandEqual([await state.all('a'), await state.all('b')], [{ k: 1, l: 3 }, { k: 2 }], 'the scopes')
      demandEqual(await state.all('c'), {}, 'an unknown scope')
      await state.remove('a', 'k')
      demandEqual([await state.all('a'), await state.all('b')], [{ l: 3 }, { k: 2 }], 'the scopes after a removal')
    },
  },
  {
    name: 'state keeps every kind of value, and odd names',
    async run(open) {
      const { state } = await open()
      const values: readonly Json[] = [null, false, 0, '', [], {}, 1.5, -1e300, '中\u0000', { a: [{ b: null }] }]
      for (const [i, value] of values.entries()) {
        await state.set('scope/with "signs" 😀', `k.${i} '`, value)
        demandEqual(await state.get('scope/with "signs" 😀', `k.${i} '`), value, `value ${i}`)
      }
      demandEqual(Object.keys(await state.all('scope/with "signs" 😀')).length, values.length, 'how many there are')
    },
  },
  {
    name: 'a lease has one holder until its time is over',
    async run(open) {
      const { leases } = await open()
      demandEqual(await leases.take('l', 'ann', 1000, 0), true, 'taking a free lease')
      demandEqual(await leases.take('l', 'ben', 1500, 500), false, 'taking a held lease')
      demandEqual(await leases.take('l', 'ben', 2500, 1001), true, 'taking a lease whose time is over')
      demandEqual(await leases.take('l', 'ann', 3000, 1002), false, 'taking it back')
    },
  },
  {
    name: 'its holder renews a lease, even one whose time is over',
    async run(open) {
      const { leases } = await open()
      await leases.take('l', 'ann', 1000, 0)
      demandEqual(await leases.take('l', 'ann', 2000, 500), true, 'renewing')
      demandEqual(await leases.take('l', 'ben', 2500, 1500), false, 'taking a renewed lease')
      demandEqual(await leases.take('l', 'ann', 4000, 3000), true, 'renewing late')
      demandEqual(await leases.take('l', 'ben', 5000, 3500), false, 'taking a lease renewed late')
    },
  },
  {
    name: 'only its holder releases a lease',
    async run(open) {
      const { leases } = await open()
      await leases.take('l', 'ann', 1000, 0)
      await leases.release('l', 'ben')
      demandEqual(await leases.take('l', 'ben', 1000, 1), false, 'taking a lease that another failed to release')
      await leases.release('l', 'ann')
      demandEqual(await leases.take('l', 'ben', 1000, 2), true, 'taking a released lease')
      await leases.release('never taken', 'ann')
    },
  },
  {
    name: 'leases of different names do not touch',
    async run(open) {
      const { leases } = await open()
      demandEqual(await leases.take('a', 'ann', 1000, 0), true, 'one lease')
      demandEqual(await leases.take('b', 'ben', 1000, 0), true, 'another lease')
    },
  },
  {
    name: 'of many who ask for a lease at once exactly one gets it',
    async run(open) {
      const { leases } = await open()
      const asked = Array.from({ length: 10 }, (_, i) => leases.take('l', `holder ${i}`, 1000, 0))
      demandEqual((await Promise.all(asked)).filter(Boolean).length, 1, 'how many got it')
    },
  },
]
