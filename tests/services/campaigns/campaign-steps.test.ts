import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import fc from 'fast-check'
import { getCampaign } from '../../../src/features/campaigns/campaign/read'
import { duplicateCampaign, updateCampaign } from '../../../src/features/campaigns/campaign/service'
import { exportRecipients } from '../../../src/features/campaigns/report/export'
import { readReport } from '../../../src/features/campaigns/report/report'
import { cancelCampaign, restartCampaign } from '../../../src/features/campaigns/sending/status'
import { addOptOut } from '../../../src/features/contacts/opt-outs/service'
import { sizeOf } from '../../size'
import { createStepCompany, hour } from '../../step-company'

const [ana, bia, caio] = ['5511900000001', '5511900000002', '5511900000003'] as const
const after = (afterHours: number, message: string, endTagId: number | null = null) => ({
  afterHours,
  message,
  endTagId,
})
const steps = [after(48, 'Viu, {nome}? {email}'), after(24, 'Última chance')]

afterEach(() => void setSystemTime())

describe('later messages of a campaign', () => {
  test('follow in their order and at their times, and the campaign runs until the last one', async () => {
    const { begin, advance, textsOf, rowsOf, statusOf, scopeOf } = await createStepCompany([ana], steps)
    const id = await begin()
    expect(textsOf(ana)).toEqual(['Oi Maria 01'])
    expect(await statusOf(id)).toBe('EM_ANDAMENTO')
    const report = await readReport(scopeOf('ana'), id)
    expect(report.wait).toEqual({ reason: 'step', until: (await rowsOf(id))[1]?.dueAt ?? '' })
    expect(report.counts).toMatchObject({ valid: 1, sent: 1, pending: 0 })
    expect(report.progress).toBe(1)
    expect(report.steps).toMatchObject([{ step: 1, pending: 1, until: report.wait?.until }])
    await advance(47 * hour)
    expect(textsOf(ana).length).toBe(1)
    await advance(hour)
    expect(textsOf(ana)).toEqual(['Oi Maria 01', `Viu, Maria 01? ${ana}@x.test`])
    await advance(24 * hour)
    expect(textsOf(ana).at(-1)).toBe('Última chance')
    await advance(hour)
    expect(await statusOf(id)).toBe('FINALIZADA')
    const [head, ...lines] = (await (await exportRecipients(scopeOf('ana'), id)).text()).trim().split('\r\n')
    expect(head).toStartWith('Número;Nome;Etapa (0 é a primeira mensagem);Texto;Situação;Motivo;Enviada em;')
    const cells = lines.map((line) => line.split(';'))
    expect(cells.map(([, , step, , state]) => [step, state])).toEqual([
      ['0', 'Enviada'],
      ['1', 'Enviada'],
      ['2', 'Enviada'],
    ])
    for (const [, , , , , , sentAt] of cells) expect(sentAt).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)
    expect((await rowsOf(id)).map(({ step, state }) => [step, state])).toEqual([
      [0, 'sent'],
      [1, 'sent'],
      [2, 'sent'],
    ])
  })

  test('end with any answer of the person, and go on for the others', async () => {
    const { begin, advance, textsOf, write, rowsOf } = await createStepCompany([ana, bia], steps)
    const id = await begin()
    await write(ana, 'Quanto custa?')
    expect((await rowsOf(id)).find(({ number, step }) => number === ana && step === 1)).toMatchObject({
      state: 'suppressed',
      reason: 'answered',
    })
    await advance(49 * hour)
    await advance(25 * hour)
    expect(textsOf(ana).filter((text) => text !== 'Oi Maria 01')).toEqual([])
    expect(textsOf(bia).length).toBe(3)
  })

  test('end with a message that the newest campaign took as its answer', async () => {
    const { begin, advance, textsOf, write } = await createStepCompany([ana], steps)
    await begin()
    await begin({ name: 'Outra', message1: 'Outra campanha', steps: [] })
    await write(ana, 'Oi')
    await advance(72 * hour)
    await advance(hour)
    expect(textsOf(ana)).toEqual(['Oi Maria 01', 'Outra campanha'])
  })

  test('end with the tag, whatever ticket of the contact has it', async () => {
    const company = await createStepCompany([ana, bia])
    const { acme, begin, advance, textsOf, rowsOf, insertContact, insertTicket, whatsappId } = company
    const tag = await acme.transaction((tx) =>
      tx
        .insert('tags', {
          name: 'Comprou',
          searchText: 'comprou',
          color: '#0a7f5a',
          kanban: 0,
          orderTag: 1,
          userId: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const id = await begin({ steps: [after(48, 'Viu?', tag.id)] })
    const contact = await insertContact('acme', { number: ana })
    const ticket = await insertTicket({ contactId: contact.id, whatsappId, status: 'closed' })
    await acme.transaction((tx) => tx.insert('ticket_tags', { ticketId: ticket.id, tagId: tag.id }).execute())
    await advance(48 * hour)
    await advance(hour)
    expect(textsOf(ana)).toEqual(['Oi Maria 01'])
    expect((await rowsOf(id)).find(({ number, step }) => number === ana && step === 1)).toMatchObject({
      state: 'suppressed',
      reason: 'tag',
    })
    expect(textsOf(bia).at(-1)).toBe('Viu?')
  })

  test('end with an opt-out, by the word or by a person', async () => {
    const { begin, advance, textsOf, write, scopeOf, rowsOf } = await createStepCompany([ana, bia], steps)
    const id = await begin()
    await write(ana, 'SAIR')
    await addOptOut(scopeOf('bob'), { number: bia })
    await advance(72 * hour)
    await advance(hour)
    expect([textsOf(ana).length, textsOf(bia).length]).toEqual([2, 1]) // the confirmation
    expect((await rowsOf(id)).filter(({ step }) => step === 1)).toMatchObject([
      { state: 'suppressed', reason: 'optedOut' },
      { state: 'suppressed', reason: 'optedOut' },
    ])
  })

  test('end with the word also more than seven days after the message before', async () => {
    const { begin, advance, textsOf, write, acme } = await createStepCompany([ana], [after(240, 'Viu?')])
    await begin()
    await advance(8 * 24 * hour)
    await write(ana, 'SAIR')
    expect(await acme.select('opt_outs').select('number').execute()).toEqual([{ number: ana }])
    expect(textsOf(ana)).toHaveLength(2) // the confirmation
    await advance(72 * hour)
    expect(textsOf(ana)).toHaveLength(2)
  })

  test('wait while the campaign is cancelled, and go on after a restart with the texts as they are then', async () => {
    const { begin, advance, textsOf, scopeOf, rowsOf } = await createStepCompany([ana], steps)
    const id = await begin()
    await cancelCampaign(scopeOf('ana'), id)
    await advance(72 * hour)
    expect(textsOf(ana).length).toBe(1)
    await updateCampaign(scopeOf('ana'), id, { scheduledAt: null, steps: [after(48, 'Nova mensagem')] })
    await restartCampaign(scopeOf('ana'), id)
    await advance(60_000)
    await advance(60_000)
    expect(textsOf(ana)).toEqual(['Oi Maria 01', 'Nova mensagem'])
    expect((await rowsOf(id)).length).toBe(2)
  })

  test('are copied with the campaign, and refused with an empty text or another company’s tag', async () => {
    const { begin, scopeOf, rival } = await createStepCompany([ana], steps)
    const id = await begin()
    const { id: copy } = await duplicateCampaign(scopeOf('ana'), id)
    expect((await getCampaign(scopeOf('ana'), copy)).steps).toEqual(steps.map((step) => ({ ...step, endTag: null })))
    const tag = await rival.transaction((tx) =>
      tx
        .insert('tags', { name: 'Deles', searchText: 'deles', color: '#0a7f5a', kanban: 0, orderTag: 1, userId: null })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const change = (step: (typeof steps)[number]) => updateCampaign(scopeOf('ana'), copy, { steps: [step] })
    await expect(change(after(1, '  '))).rejects.toThrow('ERR_VALIDATION')
    await expect(change(after(1, 'Oi', tag.id))).rejects.toThrow('ERR_NO_TAG_FOUND')
    expect((await getCampaign(scopeOf('ana'), copy)).steps.length).toBe(2)
  })
})

const people = [ana, bia, caio]
const event = fc.record({
  person: fc.constantFrom(...people),
  atHour: fc.integer({ min: 0, max: 90 }),
  kind: fc.constantFrom('answer' as const, 'optOut' as const),
})

type Happening = { person: string; atHour: number; kind: 'answer' | 'optOut' }
type Company = Awaited<ReturnType<typeof createStepCompany>>

/** Plays the events in their hours; returns the number of texts that each person of an event had got before. */
async function play({ advance, textsOf, write, scopeOf }: Company, events: Happening[]): Promise<Map<string, number>> {
  const before = new Map<string, number>()
  for (let now = 0; now < 96; now += 3) {
    for (const { person, kind } of events.filter(({ atHour }) => Math.floor(atHour / 3) * 3 === now)) {
      if (!before.has(person)) before.set(person, campaignTexts(textsOf(person)))
      await (kind === 'answer' ? write(person, 'Oi') : addOptOut(scopeOf('bob'), { number: person }))
    }
    await advance(3 * hour)
  }
  return before
}

test('each person gets each message at most once, in time, and none after an answer or an opt-out', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 4 }), async (events) => {
      const company = await createStepCompany(people, steps)
      const { begin, textsOf, rowsOf, statusOf } = company
      const id = await begin()
      const before = await play(company, events)
      for (const person of people) expect(campaignTexts(textsOf(person))).toBe(before.get(person) ?? 3)
      const rows = await rowsOf(id)
      expect(new Set(rows.map(({ step, number }) => `${step} ${number}`)).size).toBe(rows.length)
      expect(rows.filter(({ sentAt, dueAt }) => sentAt !== null && sentAt < dueAt)).toEqual([])
      expect(await statusOf(id)).toBe('FINALIZADA')
    }),
    { numRuns: sizeOf({ everyday: 3, full: 8 }) },
  )
}, 180_000)

const campaignTexts = (texts: string[]) => texts.filter((text) => !text.startsWith('Pronto!')).length
