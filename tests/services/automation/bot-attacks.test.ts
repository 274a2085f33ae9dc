import { describe, expect, setSystemTime, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteOption, updateOption } from '../../../src/features/automation/queues/options/service'
import { mergeContactsByHand } from '../../../src/features/inbox/contact-merges/merge-by-person'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { writeCompanyArchive } from '../../../src/features/provider/data-transfer/company/company-export'
import { importCompany } from '../../../src/features/provider/data-transfer/company/company-import'
import { createBotCompany } from '../../bot-company'
import { freeEmails } from '../../company-archives'
import { personIdentity, textMessage } from '../../inbound-events'
import { createInstallation } from '../../installation'

/** The robot while its rules change under a customer, and customers who write what no menu expects. */

const menu = 'Escolha:\n\n*[ 1 ]* - Suporte\n*[ 2 ]* - Vendas'
const tree = {
  queueIds: [1, 2],
  connection: { greetingMessage: 'Escolha:', maxUseBotQueues: 0 },
  greetings: { 1: 'Suporte.', 2: 'Vendas.' },
  options: {
    1: [
      {
        option: '1',
        title: 'Internet',
        message: 'Qual problema?',
        options: [
          { option: '1', title: 'Lenta', message: 'Vamos ver.' },
          { option: '2', title: 'Caiu', message: 'Já vamos.' },
        ],
      },
      { option: '2', title: 'Boleto', message: 'Segue.' },
    ],
  },
}
const optionId = async ({ acme }: Company, title: string) =>
  (await acme.select('queue_options').select('id').where('title', '=', title).executeTakeFirstOrThrow()).id
type Company = Awaited<ReturnType<typeof createBotCompany>>

describe('texts that no menu expects', () => {
  test.each([
    ['control characters', '\u0000\u0007\u001b[31m'],
    ['right-to-left and zero-width marks', '\u202e\u200b1\u200f\ufeff'],
    ['SQL', "1'; drop table tickets; --"],
    ['a template', '{{name}} {{constructor}} {{7*7}}'],
    ['a very long text', 'á'.repeat(60_000)],
    ['many opening brackets', '['.repeat(5_000)],
    ['lone surrogates', '\ud83d\ud83d\udc4d\udc4d'],
    ['spaces only', ' \n\t '],
    ['a negative and a huge number', '-1 99999999999999999999'],
    ['digits of another script', '١'],
    ['names of object properties', '__proto__'],
  ])('%s are answered with the menu again', async (_, text) => {
    const company = await createBotCompany(tree)
    await company.write('Oi')
    expect((await company.write(text)).length).toBe(1)
    expect(await company.attendanceOf()).toMatchObject({ botStage: 'queues', menusSent: 2 })
    expect(await company.write('1')).toHaveLength(1)
    expect((await company.ticketOf()).queueId).toBe(1)
  })

  test('a menu of the longest texts is sent whole and its last line can be chosen', async () => {
    const lines = Array.from({ length: 30 }, (_, n) => ({
      option: `${n + 1}`,
      title: `${n} ${'ç'.repeat(46)}`,
      message: 'm'.repeat(4000),
    }))
    const company = await createBotCompany({
      queueIds: [1],
      greetings: { 1: 'g'.repeat(4000) },
      options: { 1: lines },
    })
    const [sent] = await company.write('Oi')
    expect(sent).toContain(`*[ 30 ]* - ${lines[29]!.title}`)
    expect(await company.write(lines[29]!.title)).toEqual(['m'.repeat(4000)])
  })
})

describe('rules that change while a customer stands in a menu', () => {
  test('a renamed and renumbered option is chosen by its new name only', async () => {
    const company = await createBotCompany(tree)
    await company.write('Oi')
    await company.write('1')
    await updateOption(company.scopeOf('ana'), await optionId(company, 'Boleto'), { title: 'Segunda via' })
    expect(await company.write('boleto')).toHaveLength(1)
    expect((await company.attendanceOf()).invalidAnswers).toBe(1)
    expect(await company.write('segunda via')).toEqual(['Segue.'])
  })

  test('a customer whose whole menu was deleted is left to people', async () => {
    const company = await createBotCompany(tree)
    await company.write('Oi')
    await company.write('1')
    for (const title of ['Internet', 'Boleto'])
      await deleteOption(company.scopeOf('ana'), await optionId(company, title))
    expect(await company.write('1')).toEqual([])
    expect(await company.attendanceOf()).toMatchObject({ botStage: 'done', botEnd: 'nothing' })
    expect(await company.ticketOf()).toMatchObject({ status: 'pending', queueId: 1, chatbot: 0 })
  })

  test('options of which one leads to the other’s queue never send more than one menu per message', async () => {
    const company = await createBotCompany({
      ...tree,
      options: {
        1: [{ option: '1', title: 'Vendas', message: '', nextQueueId: 2 }],
        2: [{ option: '1', title: 'Suporte', message: '', nextQueueId: 1 }],
      },
    })
    await company.write('Oi')
    for (let n = 0; n < 6; n++) expect(await company.write('1')).toHaveLength(1)
    expect((await company.attendanceOf()).botStage).toBe('options')
  })

  test('a queue that leaves the connection still answers its customer; with one queue left # shows its menu', async () => {
    const company = await createBotCompany(tree)
    await company.write('Oi')
    await company.write('1')
    await company.acme.transaction((tx) =>
      tx.delete('connection_queues').where('whatsappId', '=', company.whatsappId).where('queueId', '=', 1).execute(),
    )
    expect(await company.write('#')).toHaveLength(1)
    expect(await company.write('2')).toEqual(['Segue.'])
    expect((await company.ticketOf()).queueId).toBe(1)
  })

  test('a customer of a queue menu whose queues all left the connection is left to people', async () => {
    const company = await createBotCompany(tree)
    await company.write('Oi')
    await company.acme.transaction((tx) => tx.delete('connection_queues').execute())
    expect(await company.write('1')).toEqual([])
    expect(await company.ticketOf()).toMatchObject({ status: 'pending', queueId: null, chatbot: 0 })
  })

  test('a licence that expires in the middle silences the robot, and a paid one goes on where it was', async () => {
    const company = await createBotCompany(tree)
    await company.write('Oi')
    await company.write('1')
    const setDue = (dueDate: string) =>
      company.store.write(({ kysely }) => kysely.updateTable('companies').set({ dueDate }).execute())
    await setDue('2020-01-01')
    expect(await company.write('1')).toEqual([])
    await setDue('2099-01-01')
    expect(await company.write('1')).toHaveLength(1)
    expect(await company.write('2')).toEqual(['Já vamos.'])
  })

  test('a job whose connection was deleted answers nothing', async () => {
    const company = await createBotCompany(tree)
    const inbound = [textMessage({ body: 'Oi', chat: personIdentity(company.number), at: new Date().toISOString() })]
    await receiveBatch(company.systemScope(), company, inbound)
    await company.acme.transaction((tx) => tx.update('tickets').set({ whatsappId: null }).execute())
    await company.jobs.settle()
    expect(await company.sentTo(company.number)).toEqual([])
    expect(await company.acme.select('jobs').selectAll().execute()).toEqual([])
  })
})

test('merging a contact in the middle of a menu leaves one live ticket to people', async () => {
  const company = await createBotCompany(tree)
  const other = '5511966665555'
  await company.write('Oi')
  await company.write('Oi', { from: other })
  await company.write('1')
  const idOf = async (number: string) =>
    (await company.acme.select('contacts').select('id').where('number', '=', number).executeTakeFirstOrThrow()).id
  await mergeContactsByHand(company.scopeOf('ana'), await idOf(company.number), await idOf(other))
  await company.jobs.settle()
  const live = await company.acme.select('tickets').select(['id', 'chatbot']).where('status', '<>', 'closed').execute()
  expect(live).toHaveLength(1)
  const stages = await company.acme
    .select('attendances')
    .select(['botStage', 'finishedAt'])
    .where('ticketId', '=', live[0]!.id)
    .execute()
  expect(stages.filter(({ finishedAt }) => finishedAt === null)).toHaveLength(1)
  await company.sentTo(company.number)
  await company.sentTo(other)
  expect((await company.write('1')).length).toBeLessThanOrEqual(1)
})

test('a company imported while a customer stands in a menu goes on there', async () => {
  const company = await createBotCompany(tree)
  await company.write('Oi')
  await company.write('1')
  await company.write('1')
  const directory = mkdtempSync(join(tmpdir(), 'bot-import-'))
  const file = join(directory, 'acme.tar')
  await writeCompanyArchive(company.scopeOf('ana'), file)
  const elsewhere = await createInstallation()
  await freeEmails(elsewhere)
  const asked = { planId: 1, name: 'Acme de novo', me: elsewhere.viewerOf('root'), address: '10.0.0.1' }
  const { id } = await importCompany(elsewhere.platform, Bun.file(file).stream(), asked)
  rmSync(directory, { recursive: true })
  const scope = elsewhere.platform.scope(id, { system: 'test' })
  const row = await scope.db
    .select('attendances')
    .innerJoin('queue_options', 'queue_options.id', 'attendances.optionId')
    .select(['attendances.botStage', 'queue_options.title'])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ botStage: 'options', title: 'Internet' })
})

test('a clock that is set back by an hour neither repeats nor loses an answer', async () => {
  try {
    const company = await createBotCompany(tree)
    expect(await company.write('Oi')).toEqual([menu])
    const earlier = new Date(Date.now() - 3_600_000)
    setSystemTime(earlier)
    expect(await company.write('1', { at: earlier })).toHaveLength(1)
    expect((await company.ticketOf()).queueId).toBe(1)
  } finally {
    setSystemTime()
  }
})
