import { beforeEach, expect, test } from 'bun:test'
import { createInstallation, errorAnswer, people } from '../../installation'

/** PUT /tickets/:id with a ticket as it was read, whole or in part (docs/api.md, "Values in other forms"). */

let installation: Awaited<ReturnType<typeof createInstallation>>
beforeEach(async () => {
  installation = await createInstallation()
})

const read = async (id: number) =>
  (
    await installation
      .clientAs('ana')
      .tickets({ id: `${id}` })
      .get()
  ).data as object
const put = (id: number, body: object) =>
  installation
    .clientAs('ana')
    .tickets({ id })
    .put(body as never)
const ana = people.ana.id
const giveToRobot = (id: number) =>
  installation.acme.transaction((tx) => tx.update('tickets').set({ chatbot: 1 }).where('id', '=', id).execute())

test.each(['pending', 'open', 'closed'] as const)('a %s ticket sent back as read stays as it is', async (status) => {
  const userId = status === 'pending' ? null : ana
  const { id } = await installation.insertTicket({ status, queueId: 1, userId })
  if (status === 'pending') await giveToRobot(id)
  const before = await read(id)
  installation.published.length = 0
  expect(await put(id, before)).toMatchObject({ status: 200, data: before })
  expect(await read(id)).toEqual(before)
  expect(installation.published).toEqual([])
})

test('a ticket of a robot is accepted with the fields of the robot as they were read', async () => {
  const { id } = await installation.insertTicket({ status: 'pending', queueId: 1, userId: null })
  await giveToRobot(id)
  const answer = await put(id, { ...(await read(id)), status: 'open', userId: ana })
  expect(answer).toMatchObject({ status: 200, data: { status: 'open', userId: ana, chatbot: false } })
})

test('a robot that the ticket does not have is refused by its field, and nothing changes', async () => {
  const { id } = await installation.insertTicket({ status: 'pending', queueId: 1, userId: null })
  const before = await read(id)
  for (const body of [{ promptId: 7 }, { useIntegration: true }, { chatbot: true }, { integrationId: 3 }])
    expect(await put(id, body)).toMatchObject(errorAnswer(422, 'ERR_VALIDATION', { fields: Object.keys(body) }))
  expect(await read(id)).toEqual(before)
})

test('a waiting ticket that a user closes is theirs', async () => {
  const { id } = await installation.insertTicket({ status: 'pending', queueId: 1, userId: null })
  expect(await put(id, { status: 'closed', userId: ana })).toMatchObject({ data: { status: 'closed', userId: ana } })
})

test('`open` alone does not take a ticket that a colleague holds', async () => {
  const { id } = await installation.insertTicket({ status: 'open', queueId: 1, userId: people.bob.id })
  expect(await put(id, { status: 'open' })).toMatchObject({ status: 409 })
})
