import { expect, test } from 'bun:test'
import { getDashboard } from '../../../src/features/inbox/dashboard/service'
import { listHistory } from '../../../src/features/inbox/tickets/history/history'
import { changeTicket } from '../../../src/features/inbox/tickets/state/change'
import { createInstallation } from '../../installation'

async function createCompanyWithOutcomes(required: 'enabled' | 'disabled') {
  const installation = await createInstallation()
  const { acme, insertTicket } = installation
  await acme.transaction(async (tx) => {
    await tx.insert('settings', { key: 'outcomes', value: 'Vendido\n\n Sem estoque \nVendido' }).execute()
    await tx.insert('settings', { key: 'outcomeRequired', value: required }).execute()
  })
  const openTicket = async () =>
    changeTicket(installation.scopeOf('bob'), (await insertTicket({ queueId: 1 })).id, { status: 'open' })
  const queuedJobs = async (name: string) =>
    (await acme.select('jobs').select('name').execute()).filter((job) => job.name === name).length
  return { ...installation, openTicket, queuedJobs }
}

test('an outcome given when closing is in the history and the report', async () => {
  const { scopeOf, openTicket } = await createCompanyWithOutcomes('disabled')
  const [sold, plain] = [await openTicket(), await openTicket()]
  await changeTicket(scopeOf('bob'), sold.id, { status: 'closed', outcome: 'Sem estoque' })
  await changeTicket(scopeOf('bob'), plain.id, { status: 'closed' })
  const { events } = await listHistory(scopeOf('bob'), sold.id)
  expect(events.at(-1)).toMatchObject({ kind: 'closed', outcome: 'Sem estoque' })
  expect((await listHistory(scopeOf('bob'), plain.id)).events.at(-1)).toMatchObject({ outcome: null })
  const { outcomes } = await getDashboard(scopeOf('ana'), { days: 1 })
  expect(outcomes).toEqual([{ outcome: 'Sem estoque', tickets: 1 }])
})

test('a required outcome is asked of people only, and one outside of the list is refused', async () => {
  const { scopeOf, systemScope, openTicket } = await createCompanyWithOutcomes('enabled')
  const { id } = await openTicket()
  const close = (patch: object) => changeTicket(scopeOf('bob'), id, { status: 'closed', ...patch })
  await expect(close({})).rejects.toMatchObject({ code: 'ERR_NO_OUTCOME' })
  await expect(close({ outcome: 'Outro' })).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
  expect((await listHistory(scopeOf('bob'), id)).events.map(({ kind }) => kind)).toEqual(['accepted'])
  await changeTicket(systemScope(), id, { status: 'closed' })
  expect(await close({})).toMatchObject({ status: 'closed' })
})

test('closing without the farewell sends the customer nothing', async () => {
  const { scopeOf, openTicket, queuedJobs } = await createCompanyWithOutcomes('disabled')
  const [quiet, usual] = [await openTicket(), await openTicket()]
  await changeTicket(scopeOf('bob'), quiet.id, { status: 'closed', farewell: false })
  expect(await queuedJobs('ticket.farewell')).toBe(0)
  await changeTicket(scopeOf('bob'), usual.id, { status: 'closed' })
  expect(await queuedJobs('ticket.farewell')).toBe(1)
})
