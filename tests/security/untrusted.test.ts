import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Serving, serve, tidy } from '../executable/balcao'
import { endlessRecording, recording } from '../samples'
import { until } from '../until'
import { type House, nowhere, open } from './houses'
import { Rows } from './rows'

/** Files that are made to stop the executable: each is refused, and everybody else is answered meanwhile. */

let serving: Serving
const houses: { house: House; ticket: number }[] = []
beforeAll(async () => {
  serving = await serve({ ...nowhere, BALCAO_LOG_LEVEL: 'warn' })
  for (const name of ['Ataque', 'Vizinha']) {
    const house = await open({ ...serving, provider: '' }, name)
    houses.push({ house, ticket: await new Rows(house).get('ticket') })
  }
})
afterAll(tidy)

/** Asks `/healthz` again and again until `work` has ended; answers what `work` answered. */
async function whileHealthy<R>(work: Promise<R>): Promise<R> {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  await until('the end of the attack', async () => {
    expect((await serving.get('/healthz')).status).toBe(200)
    return isOver
  })
  return ended
}

async function sendVoice(who: 0 | 1, bytes: Uint8Array<ArrayBuffer>) {
  const { house, ticket } = houses[who] as (typeof houses)[number]
  const form = new FormData()
  form.append('voice', 'true')
  form.append('medias', new File([bytes], 'voz.webm', { type: 'audio/webm' }))
  const headers = { authorization: `Bearer ${house.token}` }
  const answer = await fetch(`${serving.url}/api/messages/${ticket}`, { method: 'POST', body: form, headers })
  return { status: answer.status, body: (await answer.json()) as { error?: string } }
}

test.each([53, 124] as const)('a voice note that parses for ever (size byte %i is 0) is refused', async (offset) => {
  const bytes = await endlessRecording(offset)
  expect(await whileHealthy(sendVoice(0, bytes))).toEqual({ status: 415, body: { error: 'ERR_MEDIA_TYPE' } })
})

test('twenty endless voice notes of one company leave the voice notes of another as they were', async () => {
  const [endless, good] = [await endlessRecording(124), await recording('webm', 1)]
  const attack = Promise.all(Array.from({ length: 20 }, () => sendVoice(0, endless)))
  expect((await whileHealthy(sendVoice(1, good))).status).toBe(200)
  expect(new Set((await whileHealthy(attack)).map(({ status }) => status))).toEqual(new Set([415]))
  expect((await sendVoice(0, good)).status).toBe(200)
  const ended = serving.log().filter(({ msg }) => msg === 'a parser was ended')
  expect(ended.length).toBeGreaterThanOrEqual(20)
  expect(new Set(ended.map(({ parser, reason }) => `${parser} ${reason}`))).toEqual(new Set(['voice.read time']))
})
