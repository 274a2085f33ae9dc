import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { until } from '../until'
import { Deployment } from './deployment'
import { type LinkedNumber, linkNumber, waitForConnection } from './linking'

let deployment: Deployment
let linked: LinkedNumber
beforeAll(async () => {
  deployment = await Deployment.open()
  linked = await linkNumber(deployment, '5511911110007')
}, 600_000)
afterAll(() => deployment.close())

const customer = '5511930000070'
/** Number of interruptions after which the next run of a job is delayed (core/jobs/job.ts). */
const maxInterruptions = 8

interface Shown {
  body: string
  mediaStatus: string | null
}

test('a job that is running at each of eight kills ends its work, and texts pass in both directions meanwhile', async () => {
  const { control } = deployment
  await control.addCustomer({ number: customer, name: 'Ana' })
  const say = (content: Parameters<typeof control.send>[0]['content']) =>
    control.send({ from: customer, to: linked.owner, content })
  await say('Oi')
  const ticketId = await until('a ticket', async () => {
    const { tickets } = await deployment.get<{ tickets: { id: number }[] }>('/tickets?status=pending&showAll=true')
    return tickets[0]?.id
  })
  await deployment.send('PUT', `/tickets/${ticketId}`, { status: 'open' })
  const shown = async () => (await deployment.get<{ messages: Shown[] }>(`/messages/${ticketId}`)).messages
  await control.fault('holdMedia', true, 'download')
  await say({ image: { sample: 'jpeg' }, caption: 'veneno' })
  const interruptions = () => listFetchJobs()[0]?.interrupted ?? 0
  // An attempt may end between the look at it and the kill, which then interrupts nothing.
  for (let death = 1; interruptions() < maxInterruptions && death <= maxInterruptions + 3; death++) {
    await until('the file is being fetched', isFetching)
    await say(`antes da morte ${death}`)
    await until('the text is stored', async () => (await shown()).some(({ body }) => body.endsWith(`morte ${death}`)))
    await deployment.send('POST', `/messages/${ticketId}`, { body: `resposta ${death}` })
    await control.waitForMessage({ phone: customer, text: `resposta ${death}` })
    await deployment.stop('SIGKILL')
    deployment.start()
    await deployment.logIn()
    await waitForConnection(deployment, linked.whatsappId, { status: 'CONNECTED' })
  }
  expect(listFetchJobs().map(({ interrupted }) => interrupted)).toEqual([maxInterruptions])
  await control.fault('holdMedia', false, 'download')
  const picture = async () => (await shown()).find(({ body }) => body === 'veneno')
  await until('the picture is here', async () => (await picture())?.mediaStatus === 'ready')
  await say('e depois')
  await until('the text is here', async () => (await shown()).some(({ body }) => body === 'e depois'))
}, 600_000)

interface Job {
  interrupted: number
  lockedAt: string | null
}

function listFetchJobs(): Job[] {
  const sqlite = new Database(join(deployment.dataDir, 'balcao.db'), { readonly: true })
  const found = sqlite.query("select interrupted, lockedAt from jobs where name = 'media.fetch'").all() as Job[]
  sqlite.close()
  return found
}
const isFetching = () => listFetchJobs().some(({ lockedAt }) => lockedAt !== null)
