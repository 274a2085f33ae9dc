import { describe, expect, test } from 'bun:test'
import { createInstallation, emailOf, errorAnswer, password, people } from '../../installation'

const stoppedClock = () => 0
const statusesOf = async (count: number, attempt: (n: number) => Promise<{ status: number }>) => {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) statuses.push((await attempt(n)).status)
  return statuses
}

describe('limits of attempts', () => {
  test('the 21st reset code from one address within a quarter of an hour answers 429', async () => {
    const { clientWithHeaders } = await createInstallation({ clock: stoppedClock })
    const attempt = (n: number) =>
      clientWithHeaders().resetpasswords.post({
        email: `person${n}@acme.test`,
        token: 'AAAAAAAA',
        password: 'Nove violas 9',
      })
    expect(await statusesOf(20, attempt)).toEqual(Array(20).fill(400))
    expect(await attempt(20)).toMatchObject(errorAnswer(429, 'ERR_RATE_LIMIT', { retryAfter: 45 }))
  })

  test('the 11th set-up attempt from one address within an hour answers 429', async () => {
    const { clientWithHeaders, store } = await createInstallation({ clock: stoppedClock })
    await store.write(({ kysely }) => kysely.updateTable('users').set({ super: 0 }).where('super', '=', 1).execute())
    const person = { name: 'Dona', email: 'dona@casa.test', password: 'doze letras ou mais' }
    const attempt = (n: number) => clientWithHeaders().auth.setup.post({ token: `guess ${n}`, ...person })
    expect(await statusesOf(10, attempt)).toEqual(Array(10).fill(403))
    expect(await attempt(10)).toMatchObject(errorAnswer(429, 'ERR_RATE_LIMIT', { retryAfter: 360 }))
  })

  test('after five wrong own passwords even the right one answers 429', async () => {
    const { clientAs } = await createInstallation({ clock: stoppedClock })
    const attempt = (currentPassword: string) =>
      clientAs('bob')
        .users({ id: people.bob.id })
        .put({ currentPassword, email: emailOf('bob'), password: 'outra senha qualquer' })
    const wrong = await statusesOf(5, (n) => attempt(`guess ${n}`))
    expect(wrong).toEqual(Array(5).fill(wrong[0] as number))
    expect(wrong[0]).not.toBe(200)
    expect(await attempt(password)).toMatchObject(errorAnswer(429, 'ERR_RATE_LIMIT', { retryAfter: 180 }))
  })

  test('the 301st payment notification from one address within a minute answers 429', async () => {
    const { app } = await createInstallation({ clock: stoppedClock })
    const attempt = () =>
      Promise.resolve(app.handle(new Request('http://localhost/api/subscription/webhook', { method: 'POST' })))
    const statuses = await statusesOf(300, attempt)
    expect(statuses.filter((status) => status === 429)).toEqual([])
    const response = await attempt()
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1'])
  })
})
