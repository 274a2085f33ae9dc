import { expect, test } from 'bun:test'
import { NotYet, WaitFor } from '../../../src/core/jobs/job'
import { storeAddresses } from '../../../src/features/contacts/lists/checks/addresses'
import { getCheck } from '../../../src/features/contacts/lists/checks/read'
import { checkNumbers } from '../../../src/features/contacts/lists/checks/run'
import { cancelCheck, startCheck } from '../../../src/features/contacts/lists/checks/service'
import { createItem } from '../../../src/features/contacts/lists/items'
import { getContactList } from '../../../src/features/contacts/lists/read'
import { listItems } from '../../../src/features/contacts/lists/read-items'
import { createContactList } from '../../../src/features/contacts/lists/service'
import { AppError } from '../../../src/shared/errors'
import { createInstallation } from '../../installation'

async function start(people: number) {
  const installation = await createInstallation()
  const ana = installation.scopeOf('ana')
  const { id: whatsappId } = await installation.insertConnection()
  installation.whatsapp.openConnections.add(whatsappId)
  const { id: contactListId } = await createContactList(ana, { name: 'Clientes' })
  const numbers = Array.from({ length: people }, (_, at) => `55119${80_000_000 + at}`)
  for (const number of numbers) await createItem(ana, { contactListId, name: 'Maria', number })
  const run = (checkId: number, last = false) => checkNumbers.run(ana, { checkId }, { number: 1, last })
  const validities = async () => (await listItems(ana, { contactListId })).contacts.map(({ validity }) => validity)
  const asked = () => installation.whatsapp.calls.filter(({ method }) => method === 'onWhatsApp')
  return { ...installation, ana, contactListId, numbers, run, validities, asked }
}

test('a check asks WhatsApp for groups of 20 numbers with a pause, and stores the answers for 30 days', async () => {
  const { ana, contactListId, numbers, run, whatsapp, asked } = await start(23)
  whatsapp.unknownNumbers.add(numbers[0] as string)
  const { id } = await startCheck(ana, contactListId, {})
  await expect(run(id)).rejects.toMatchObject({ seconds: 2 })
  expect(await getCheck(ana, id)).toMatchObject({ state: 'running', total: 23, checked: 20 })
  await expect(run(id)).rejects.toBeInstanceOf(NotYet)
  await run(id)
  expect(await getCheck(ana, id)).toMatchObject({ state: 'done', checked: 23 })
  expect(await getContactList(ana, contactListId)).toMatchObject({ validCount: 22, invalidCount: 1 })
  const { id: other } = await createContactList(ana, { name: 'Outra' })
  for (const number of numbers) await createItem(ana, { contactListId: other, name: 'Maria', number })
  await run((await startCheck(ana, other, {})).id)
  expect(await getContactList(ana, other)).toMatchObject({ validCount: 22, invalidCount: 1 })
  expect(asked()).toHaveLength(2)
})

test('a check waits for its connection', async () => {
  const { ana, contactListId, run, whatsapp, validities } = await start(1)
  const { id } = await startCheck(ana, contactListId, {})
  whatsapp.openConnections.clear()
  await expect(run(id)).rejects.toBeInstanceOf(WaitFor)
  expect(await getCheck(ana, id)).toMatchObject({ state: 'running', waitsForConnection: true, checked: 0 })
  expect(await validities()).toEqual(['unknown'])
})

test('a refusal of WhatsApp stops the questions, each time for longer, with the time of the next', async () => {
  const { ana, contactListId, run, whatsapp } = await start(1)
  const { id } = await startCheck(ana, contactListId, {})
  whatsapp.networkError = new AppError('ERR_RATE_LIMIT')
  await expect(run(id)).rejects.toMatchObject({ seconds: 900 })
  const { retryAt } = await getCheck(ana, id)
  expect(Date.parse(retryAt as string)).toBeGreaterThan(Date.now())
  await expect(run(id)).rejects.toMatchObject({ seconds: 3600 })
})

test('numbers without an answer are marked after the last attempt, and a later check asks again', async () => {
  const { ana, contactListId, run, whatsapp, validities } = await start(1)
  whatsapp.networkError = new Error('timed out')
  const { id } = await startCheck(ana, contactListId, {})
  await expect(run(id)).rejects.toThrow('timed out')
  await expect(run(id, true)).rejects.toBeInstanceOf(NotYet)
  await run(id)
  expect(await validities()).toEqual(['error'])
  whatsapp.networkError = null
  const again = await startCheck(ana, contactListId, {})
  await expect(run(again.id)).rejects.toBeInstanceOf(NotYet)
  expect(await validities()).toEqual(['valid'])
})

test('a list has one check at a time, and a cancelled one asks no more', async () => {
  const { ana, contactListId, run, asked } = await start(1)
  const { id } = await startCheck(ana, contactListId, {})
  await expect(startCheck(ana, contactListId, {})).rejects.toThrow('ERR_NUMBER_CHECK_RUNNING')
  expect(await cancelCheck(ana, id)).toMatchObject({ state: 'cancelled' })
  await run(id)
  expect(asked()).toEqual([])
})

test('a check asks again for a number whose answer is older than 30 days', async () => {
  const { ana, contactListId, numbers, run, asked } = await start(1)
  const old = new Date(Date.now() - 31 * 86_400_000).toISOString()
  await ana.transaction((tx) => storeAddresses(tx, [{ number: numbers[0] as string, jid: null }], old))
  const { id } = await startCheck(ana, contactListId, {})
  await expect(run(id)).rejects.toBeInstanceOf(NotYet)
  expect(asked()).toHaveLength(1)
})
