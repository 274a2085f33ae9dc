import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import type { Attempt } from '../../../src/core/jobs/job'
import type { TenantDb } from '../../../src/core/storage/tenant'
import { detachCampaigns } from '../../../src/features/campaigns/campaign/detach'
import { attachCampaignMedia } from '../../../src/features/campaigns/campaign/media'
import { getCampaign } from '../../../src/features/campaigns/campaign/read'
import { updateCampaign } from '../../../src/features/campaigns/campaign/service'
import { readReport } from '../../../src/features/campaigns/report/report'
import { startCampaign } from '../../../src/features/campaigns/sending/start'
import { cancelCampaign, restartCampaign } from '../../../src/features/campaigns/sending/status'
import { sendTest } from '../../../src/features/campaigns/test-sends/send-test'
import { createItem, deleteItem } from '../../../src/features/contacts/lists/items'
import { addOptOut, deleteOptOut } from '../../../src/features/contacts/opt-outs/service'
import { createFileList } from '../../../src/features/inbox/file-lists/service'
import { applyAcks } from '../../../src/features/inbox/messages/acks'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { pauseCampaigns } from '../../../src/features/numbers/health/pause'
import { AppError } from '../../../src/shared/errors'
import { createCampaignCompany, numberOf, start } from '../../campaign-company'
import { personIdentity, textMessage } from '../../inbound-events'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const at = (ms: number) => new Date(start + ms).toISOString()
const attempt: Attempt = { number: 1, last: false }
afterEach(() => void setSystemTime())

describe('a test of a campaign', () => {
  test('is not sent to a person who opted out, whichever of their numbers is typed and however', async () => {
    const { create, acme, runAfter, scopeOf, whatsapp, receive } = await createCampaignCompany({ people: 1 })
    const ana = scopeOf('ana')
    const { id } = await create()
    const old = '5511981112222'
    await receive(numberOf(0), 'Oi')
    const { id: contactId } = await acme.select('contacts').select('id').executeTakeFirstOrThrow()
    await acme.transaction((tx) => tx.insert('contact_aliases', { contactId, number: old }).execute())
    await addOptOut(ana, { number: old })
    await runAfter(0)
    const before = [whatsapp.sent.length, (await acme.select('messages').select('id').execute()).length]
    for (const number of [
      numberOf(0),
      numberOf(0).slice(2),
      `+${numberOf(0)}`,
      numberOf(0).replace('55119', '5511'),
      old,
    ])
      await expect(sendTest(ana, id, { number })).rejects.toMatchObject({ code: 'ERR_OPTED_OUT' })
    await runAfter(500)
    expect([whatsapp.sent.length, (await acme.select('messages').select('id').execute()).length]).toEqual(before)
  })

  test('is not sent to a new number whose WhatsApp address opted out, and stores no contact', async () => {
    const { create, acme, scopeOf, whatsapp } = await createCampaignCompany({ people: 1 })
    const { id } = await create()
    whatsapp.onWhatsApp = async (_, [number]) =>
      [{ number: number!, jid: `${numberOf(7)}@s.whatsapp.net`, exists: true }] as never
    await addOptOut(scopeOf('ana'), { number: numberOf(7) })
    await expect(sendTest(scopeOf('ana'), id, { number: numberOf(8) })).rejects.toMatchObject({ code: 'ERR_OPTED_OUT' })
    expect(await acme.select('contacts').selectAll().execute()).toEqual([])
  })

  test('is sent to a person who returned', async () => {
    const { create, scopeOf, whatsapp, runAfter } = await createCampaignCompany({ people: 1 })
    const ana = scopeOf('ana')
    const { id } = await create()
    const entry = await addOptOut(ana, { number: numberOf(0) })
    await deleteOptOut(ana, entry.id, { confirmation: numberOf(0), reason: 'Ela pediu por telefone.' })
    await sendTest(ana, id, { number: numberOf(0) })
    await runAfter(500)
    expect(whatsapp.sent.map(({ jid }) => jid)).toEqual([`${numberOf(0)}@s.whatsapp.net`])
  })
})

describe('the start of a campaign', () => {
  test('a campaign never starts early, and starts up to 12 hours late', async () => {
    const { create, runAfter, whatsapp, systemScope, settings } = await createCampaignCompany({ people: 1 })
    await settings({ windowStart: '00:00', windowEnd: '00:00' })
    const { id } = await create({ scheduledAt: at(hour) })
    await runAfter(hour - 1)
    expect([whatsapp.sent.length, (await getCampaign(systemScope(), id)).status]).toEqual([0, 'PROGRAMADA'])
    await runAfter(13 * hour)
    expect((await getCampaign(systemScope(), id)).status).toBe('FINALIZADA')
  })

  test('a start that runs early waits until its time, for at most an hour at once', async () => {
    const { create, scopeOf, systemScope } = await createCampaignCompany({ people: 1 })
    const { id } = await create({ scheduledAt: at(5 * hour) })
    const runAt = (ms: number) => {
      setSystemTime(start + ms)
      return startCampaign.run(scopeOf('ana'), { campaignId: id }, attempt)
    }
    await expect(runAt(0)).rejects.toMatchObject({ seconds: 3600 })
    await expect(runAt(4.5 * hour)).rejects.toMatchObject({ seconds: 1800 })
    expect((await getCampaign(systemScope(), id)).status).toBe('PROGRAMADA')
  })

  test('a campaign more than 12 hours late is cancelled as missed', async () => {
    const { create, runAfter, whatsapp, systemScope } = await createCampaignCompany()
    const { id } = await create({ scheduledAt: at(hour) })
    await runAfter(13 * hour + 1)
    expect(await getCampaign(systemScope(), id)).toMatchObject({ status: 'CANCELADA', reason: 'missed' })
    expect(whatsapp.sent).toEqual([])
  })

  test('only verified numbers get a message, own numbers and people who opted out do not', async () => {
    const company = await createCampaignCompany({ people: 3 })
    const { acme, create, runFor, whatsapp, recipients } = company
    const unknown = { validity: 'unknown' } as const
    const optOut = { number: numberOf(1), source: 'person' as const, word: '', whatsappId: null, campaignId: null }
    await acme.transaction(async (tx) => {
      await tx.update('contact_list_items').set(unknown).where('number', '=', numberOf(0)).execute()
      await tx.insert('opt_outs', { ...optOut, userId: null, at: at(0) } as never).execute()
    })
    await create()
    await runFor(second, 100 * second)
    expect(whatsapp.sent.map(({ jid }) => jid)).toEqual([`${numberOf(2)}@s.whatsapp.net`])
    expect(await recipients()).toMatchObject([
      { number: numberOf(1), state: 'suppressed', reason: 'optedOut' },
      { number: numberOf(2), state: 'sent' },
    ])
  })

  test('a text that only has the first name is not sent to a person without a name', async () => {
    const { acme, create, runFor, whatsapp, recipients } = await createCampaignCompany({ people: 2 })
    await acme.transaction((tx) =>
      tx
        .update('contact_list_items')
        .set({ name: numberOf(0) })
        .where('number', '=', numberOf(0))
        .execute(),
    )
    await create({ message1: '{primeiroNome}' })
    await runFor(second, 100 * second)
    expect(whatsapp.sent.map(({ jid }) => jid)).toEqual([`${numberOf(1)}@s.whatsapp.net`])
    expect(await recipients()).toMatchObject([
      { number: numberOf(0), state: 'suppressed', reason: 'empty' },
      { number: numberOf(1), state: 'sent' },
    ])
  })

  test('a campaign stopped before its time sends nothing at it, and a restart waits for the time again', async () => {
    const { create, runAfter, whatsapp, scopeOf, systemScope } = await createCampaignCompany({ people: 1 })
    const stopped = await create({ scheduledAt: at(hour / 2) })
    expect(await cancelCampaign(scopeOf('ana'), stopped.id)).toMatchObject({ status: 'CANCELADA', reason: null })
    await runAfter(hour)
    expect([whatsapp.sent.length, (await getCampaign(systemScope(), stopped.id)).status]).toEqual([0, 'CANCELADA'])
    const planned = await create({ scheduledAt: at(2 * hour) })
    await cancelCampaign(scopeOf('ana'), planned.id)
    expect(await restartCampaign(scopeOf('ana'), planned.id)).toMatchObject({ status: 'PROGRAMADA' })
    await runAfter(2 * hour - 1)
    expect(whatsapp.sent).toHaveLength(0)
    await runAfter(2 * hour)
    expect(whatsapp.sent).toHaveLength(1)
  })

  test('a stopped campaign saved with the time it has stays stopped, and a new time schedules it', async () => {
    const { create, runAfter, whatsapp, scopeOf } = await createCampaignCompany({ people: 1 })
    const scheduledAt = at(2 * hour)
    const { id } = await create({ scheduledAt })
    await cancelCampaign(scopeOf('ana'), id)
    const save = (message1: string, time = scheduledAt) =>
      updateCampaign(scopeOf('ana'), id, { message1, scheduledAt: time })
    expect(await save('Antes')).toMatchObject({ status: 'CANCELADA', message1: 'Antes', scheduledAt })
    await runAfter(3 * hour)
    expect(await save('Depois')).toMatchObject({ status: 'CANCELADA', message1: 'Depois', scheduledAt })
    await runAfter(3 * hour + minute)
    expect(whatsapp.sent).toHaveLength(0)
    expect(await save('Nova', at(4 * hour))).toMatchObject({ status: 'PROGRAMADA', scheduledAt: at(4 * hour) })
  })

  test('a scheduled campaign less than an hour ahead cannot be changed', async () => {
    const { create, scopeOf } = await createCampaignCompany()
    const { id } = await create({ scheduledAt: at(hour) })
    await expect(updateCampaign(scopeOf('ana'), id, { name: 'Outra' })).rejects.toMatchObject({
      code: 'ERR_CAMPAIGN_STATE',
    })
    const later = await create({ scheduledAt: at(hour + minute) })
    const changed = await updateCampaign(scopeOf('ana'), later.id, { scheduledAt: null })
    expect([changed.status, changed.scheduledAt]).toEqual(['INATIVA', null])
  })
})

describe('the sender of campaigns', () => {
  test('one recipient at a time gets the filled text, with the interval between two', async () => {
    const { create, runFor, whatsapp, systemScope, recipients } = await createCampaignCompany({ people: 3 })
    const { id } = await create()
    await runFor(second, 2 * second)
    expect(whatsapp.sent.map(({ content }) => content)).toEqual([
      { type: 'text', body: 'Oi Pessoa 0', forwarded: undefined },
    ])
    await runFor(3 * second, 11 * second)
    expect(whatsapp.sent).toHaveLength(1)
    await runFor(12 * second, 60 * second)
    expect(whatsapp.sent).toHaveLength(3)
    expect((await recipients()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
    expect(await getCampaign(systemScope(), id)).toMatchObject({ status: 'FINALIZADA', recipientCount: 3 })
  })

  test('a cancellation takes effect before the next message, and a restart sends to the others only', async () => {
    const { create, runFor, whatsapp, scopeOf } = await createCampaignCompany({ people: 3 })
    const { id } = await create()
    await runFor(second, 3 * second)
    await cancelCampaign(scopeOf('ana'), id)
    await runFor(4 * second, 100 * second)
    expect(whatsapp.sent).toHaveLength(1)
    await restartCampaign(scopeOf('ana'), id)
    await runFor(101 * second, 200 * second)
    expect(whatsapp.sent.map(({ jid }) => jid)).toEqual([0, 1, 2].map((n) => `${numberOf(n)}@s.whatsapp.net`))
  })

  test('a restart with an emptied list stops with the reason, and reaches the people of the filled list once', async () => {
    const { create, runFor, whatsapp, scopeOf, acme, systemScope } = await createCampaignCompany({ people: 3 })
    const { id } = await create()
    await runFor(second, 3 * second)
    await cancelCampaign(scopeOf('ana'), id)
    const moved = await acme.select('contact_list_items').selectAll().execute()
    await acme.transaction((tx) => tx.delete('contact_list_items').execute())
    await restartCampaign(scopeOf('ana'), id)
    await runFor(4 * second, 40 * second)
    expect(await getCampaign(systemScope(), id)).toMatchObject({ status: 'CANCELADA', reason: 'noRecipients' })
    expect(whatsapp.sent).toHaveLength(1)
    await acme.transaction(async (tx) => {
      for (const { companyId: _, ...item } of moved) await tx.insert('contact_list_items', item).execute()
    })
    await restartCampaign(scopeOf('ana'), id)
    await runFor(41 * second, 200 * second)
    expect(whatsapp.sent.map(({ jid }) => jid)).toEqual([0, 1, 2].map((n) => `${numberOf(n)}@s.whatsapp.net`))
    expect((await getCampaign(systemScope(), id)).status).toBe('FINALIZADA')
  })

  test('a list emptied in the middle stops the campaign with the reason before the next message', async () => {
    const { create, runFor, whatsapp, scopeOf, acme, systemScope, contactListId } = await createCampaignCompany()
    const { id } = await create()
    await runFor(second, 3 * second)
    const people = await acme.select('contact_list_items').select(['id', 'name', 'number']).execute()
    for (const person of people) await deleteItem(scopeOf('ana'), person.id)
    await runFor(4 * second, 60 * second)
    expect(await getCampaign(systemScope(), id)).toMatchObject({ status: 'CANCELADA', reason: 'noRecipients' })
    expect(whatsapp.sent).toHaveLength(1)
    const [, , last] = people
    await createItem(scopeOf('ana'), { contactListId, name: 'Pessoa 2', number: last?.number as string })
    await acme.transaction((tx) =>
      tx
        .update('contact_list_items')
        .set({ validity: 'valid', waJid: `${last?.number}@s.whatsapp.net` })
        .execute(),
    )
    await restartCampaign(scopeOf('ana'), id)
    await runFor(61 * second, 120 * second)
    expect(whatsapp.sent.map(({ jid }) => jid)).toEqual([0, 2].map((n) => `${numberOf(n)}@s.whatsapp.net`))
    expect((await getCampaign(systemScope(), id)).status).toBe('FINALIZADA')
  })

  test('a person who opts out while the number is away gets no message that had its turn before', async () => {
    const { create, runFor, whatsapp, whatsappId, scopeOf, jobs, recipients } = await createCampaignCompany({
      people: 2,
    })
    await create()
    const send = whatsapp.send.bind(whatsapp)
    whatsapp.send = async () => {
      whatsapp.openConnections.clear()
      throw new AppError('ERR_WAPP_NOT_INITIALIZED')
    }
    await runFor(second, 3 * second)
    expect((await recipients())[0]).toMatchObject({ number: numberOf(0), state: 'sending' })
    await addOptOut(scopeOf('ana'), { number: numberOf(0) })
    whatsapp.send = send
    whatsapp.openConnections.add(whatsappId)
    await jobs.release(`wa:${whatsappId}`)
    await runFor(4 * second, 60 * second)
    expect(whatsapp.sent.map(({ jid }) => jid)).toEqual([`${numberOf(1)}@s.whatsapp.net`])
    expect((await recipients())[0]).toMatchObject({ state: 'suppressed', reason: 'optedOut' })
  })

  test('a failure of the transport is repeated under the same id after 1, 5 and 30 minutes, then it is unknown', async () => {
    const { create, runFor, whatsapp, recipients, systemScope } = await createCampaignCompany({ people: 1 })
    const { id } = await create()
    const { send } = whatsapp
    whatsapp.send = async (connection, message) => {
      await send.call(whatsapp, connection, message)
      throw new AppError('ERR_SENDING_WAPP_MSG')
    }
    await runFor(second, 40 * minute, 10 * second)
    expect(whatsapp.sent).toHaveLength(4)
    expect(new Set(whatsapp.sent.map(({ waId }) => waId)).size).toBe(1)
    expect(await recipients()).toMatchObject([{ state: 'unknown', reason: 'transport', attempts: 4 }])
    expect((await getCampaign(systemScope(), id)).status).toBe('FINALIZADA')
  })

  test('a refusal with 463 stops the campaign, and the restart begins with the person who got nothing', async () => {
    const { create, runFor, whatsapp, systemScope, scopeOf, ref } = await createCampaignCompany({ people: 2 })
    const { id } = await create()
    const { send } = whatsapp
    whatsapp.send = async (connection, message) => {
      await send.call(whatsapp, connection, message)
      await applyAcks(systemScope(), ref, [{ waId: message.waId, ack: -1, error: '463' }])
    }
    await runFor(second, 10 * second)
    expect(await getCampaign(systemScope(), id)).toMatchObject({ status: 'CANCELADA', reason: 'restricted' })
    whatsapp.send = send
    await restartCampaign(scopeOf('ana'), id)
    await runFor(20 * second, hour, 30 * second)
    expect(whatsapp.sent).toHaveLength(1) // the number rests for an hour
    await runFor(hour, hour + 10 * minute, 10 * second)
    expect(whatsapp.sent.map(({ jid }) => jid.slice(0, 13))).toEqual([numberOf(0), numberOf(0), numberOf(1)])
  })

  test('a refusal for too many messages (429) is followed by another attempt for the same person', async () => {
    const { create, runFor, whatsapp, systemScope, recipients, ref } = await createCampaignCompany({ people: 2 })
    const { id } = await create()
    const { send } = whatsapp
    let refusals = 1
    whatsapp.send = async (connection, message) => {
      await send.call(whatsapp, connection, message)
      const isRefused = refusals-- > 0
      await applyAcks(systemScope(), ref, [
        { waId: message.waId, ack: isRefused ? -1 : 1, error: isRefused ? '429' : null },
      ])
    }
    await runFor(second, 20 * second)
    expect(whatsapp.sent).toHaveLength(1) // the number rests
    await runFor(20 * second, 3 * minute, 5 * second)
    expect(whatsapp.sent.map(({ jid }) => jid.slice(0, 13))).toEqual([numberOf(0), numberOf(1), numberOf(0)])
    expect(whatsapp.sent[2]?.waId).toBe(whatsapp.sent[0]?.waId as string)
    expect(await recipients()).toMatchObject([
      { state: 'sent', attempts: 2 },
      { state: 'sent', attempts: 1 },
    ])
    expect((await getCampaign(systemScope(), id)).status).toBe('FINALIZADA')
  })

  test('three refusals in a row stop the campaign', async () => {
    const { create, runFor, whatsapp, systemScope, ref } = await createCampaignCompany({ people: 5 })
    const { id } = await create()
    const { send } = whatsapp
    whatsapp.send = async (connection, message) => {
      await send.call(whatsapp, connection, message)
      await applyAcks(systemScope(), ref, [{ waId: message.waId, ack: -1, error: '479' }])
    }
    await runFor(second, 20 * minute, 10 * second)
    expect(await getCampaign(systemScope(), id)).toMatchObject({ status: 'CANCELADA', reason: 'failures' })
    expect(whatsapp.sent).toHaveLength(3)
  })

  test('a longer window and the end of a pause let the next message leave at once', async () => {
    const { create, runFor, runAfter, whatsapp, whatsappId, scopeOf, settings } = await createCampaignCompany()
    await settings({ windowStart: '13:00' })
    await create()
    await runFor(second, 3 * second)
    expect(whatsapp.sent).toEqual([])
    await settings({ windowStart: '08:00' })
    await runAfter(4 * second)
    expect(whatsapp.sent).toHaveLength(1)
    await pauseCampaigns(scopeOf('ana'), whatsappId, 1)
    await runFor(5 * second, 60 * second)
    expect(whatsapp.sent).toHaveLength(1)
    await pauseCampaigns(scopeOf('ana'), whatsappId, 0)
    await runAfter(61 * second)
    expect(whatsapp.sent).toHaveLength(2)
  })

  test('a number that is away holds the campaign, and a lost plan stops it', async () => {
    const company = await createCampaignCompany({ people: 2 })
    const { create, runFor, whatsapp, systemScope, scopeOf, whatsappId, platform, jobs } = company
    whatsapp.openConnections.clear()
    const { id } = await create()
    await runFor(second, 10 * second)
    const { wait } = await readReport(systemScope(), id)
    expect([whatsapp.sent.length, wait]).toEqual([0, { reason: 'connection', until: null }])
    whatsapp.openConnections.add(whatsappId)
    await jobs.release(`wa:${whatsappId}`)
    await runFor(11 * second, 13 * second)
    expect(whatsapp.sent).toHaveLength(1)
    await platform.transaction(({ db }) => db.updateTable('plans').set({ useCampaigns: 0 }).execute())
    await runFor(14 * second, 100 * second)
    expect(await getCampaign(systemScope(), id)).toMatchObject({ status: 'CANCELADA', reason: 'plan' })
    expect(whatsapp.sent).toHaveLength(1)
    await scopeOf('ana').transaction((scope) => detachCampaigns(scope, whatsappId))
    expect((await getCampaign(systemScope(), id)).whatsappId).toBeNull()
  })

  test('a file with a long text is followed by the text, then by the text and files of the list', async () => {
    const { create, runFor, whatsapp, scopeOf, recipients, acme } = await createCampaignCompany({ people: 1 })
    const { id: fileListId } = await createFileList(scopeOf('ana'), { name: 'Catálogo', message: 'Veja', options: [] })
    const campaign = await create({ message1: 'x'.repeat(1025), fileListId, scheduledAt: null })
    await attachCampaignMedia(scopeOf('ana'), campaign.id, new File(['tabela'], 'tabela.txt'))
    await updateCampaign(scopeOf('ana'), campaign.id, { scheduledAt: at(second) })
    await runFor(second, 10 * second)
    expect(whatsapp.sent.map(({ content }) => content)).toMatchObject([
      { type: 'media', kind: 'document', caption: '', fileName: 'tabela.txt' },
      { type: 'text', body: 'x'.repeat(1025) },
      { type: 'text', body: 'Veja' },
    ])
    expect(await recipients()).toMatchObject([{ state: 'sent' }])
    expect(await acme.select('campaign_parts').select('part').orderBy('part').execute()).toHaveLength(3)
  })

  test('the text of a file list is filled for each recipient', async () => {
    const { create, runFor, whatsapp, scopeOf } = await createCampaignCompany({ people: 1 })
    const message = '{{greeting}}, {{firstName}}! Veja'
    const { id: fileListId } = await createFileList(scopeOf('ana'), { name: 'Catálogo', message, options: [] })
    await create({ fileListId })
    await runFor(second, 10 * second)
    const bodies = whatsapp.sent.map(({ content }) => (content.type === 'text' ? content.body : ''))
    expect(bodies).toEqual(['Oi Pessoa 0', 'Boa tarde, Pessoa! Veja'])
  })

  test('a retry continues at the part that failed, under its id', async () => {
    const { create, runFor, whatsapp, scopeOf, recipients, ref, systemScope } = await createCampaignCompany({
      people: 1,
    })
    const { id: fileListId } = await createFileList(scopeOf('ana'), { name: 'Catálogo', message: 'Veja', options: [] })
    await create({ fileListId })
    const { send } = whatsapp
    let failures = 1
    whatsapp.send = async (connection, message) => {
      await send.call(whatsapp, connection, message)
      if (whatsapp.sent.length > 1 && failures-- > 0) throw new AppError('ERR_SENDING_WAPP_MSG')
      await applyAcks(systemScope(), ref, [{ waId: message.waId, ack: 1, error: null }])
    }
    await runFor(second, 5 * minute, 5 * second)
    const bodies = whatsapp.sent.map(({ content }) => (content.type === 'text' ? content.body : ''))
    expect(bodies).toEqual(['Oi Pessoa 0', 'Veja', 'Veja'])
    expect(whatsapp.sent[1]?.waId).toBe(whatsapp.sent[2]?.waId as string)
    expect(await recipients()).toMatchObject([{ state: 'sent', attempts: 2 }])
  })

  test('a recipient who reads the first part before the second has left was sent it no later than it was delivered', async () => {
    const { create, runFor, whatsapp, scopeOf, recipients, ref, systemScope } = await createCampaignCompany({
      people: 1,
    })
    const { id: fileListId } = await createFileList(scopeOf('ana'), { name: 'Catálogo', message: 'Veja', options: [] })
    await create({ fileListId })
    const { send } = whatsapp
    let failures = 1
    whatsapp.send = async (connection, message) => {
      await send.call(whatsapp, connection, message)
      if (whatsapp.sent.length > 1 && failures-- > 0) throw new AppError('ERR_SENDING_WAPP_MSG')
      await applyAcks(systemScope(), ref, [{ waId: message.waId, ack: 3, error: null }])
    }
    await runFor(second, 5 * minute, 5 * second)
    const [person] = await recipients()
    expect(person?.state).toBe('sent')
    const { sentAt, deliveredAt, readAt } = person as Record<'sentAt' | 'deliveredAt' | 'readAt', string>
    expect([sentAt, deliveredAt, readAt].toSorted()).toEqual([sentAt, deliveredAt, readAt])
    expect(deliveredAt < at(minute)).toBe(true)
  })

  test('an unsent reply of an agent leaves before the next campaign message', async () => {
    const { create, runFor, whatsapp, systemScope, acme, whatsappId } = await createCampaignCompany({ people: 1 })
    await systemScope().transaction((scope) =>
      scope.enqueue('message.deliver', { messageId: 0 }, { group: `wa:${whatsappId}`, runAt: new Date(start + hour) }),
    )
    await create()
    await runFor(second, 10 * second)
    expect(whatsapp.sent).toEqual([])
    await acme.transaction((tx) => tx.delete('jobs').where('name', '=', 'message.deliver').execute())
    await runFor(11 * second, 13 * second)
    expect(whatsapp.sent).toHaveLength(1)
  })
})

describe('answers to a campaign', () => {
  test('sending makes no ticket; the answer opens one that shows what it answers', async () => {
    const company = await createCampaignCompany({ people: 1 })
    const { create, runFor, acme, ref, systemScope, whatsapp, recipients, receive, runAfter } = company
    const { id } = await create()
    await runFor(second, 5 * second)
    const waId = whatsapp.sent[0]?.waId as string
    await applyAcks(systemScope(), ref, [{ waId, ack: 1, error: null }])
    await applyAcks(systemScope(), ref, [{ waId, ack: 3, error: null }])
    expect(await acme.select('tickets').selectAll().execute()).toEqual([])
    await runAfter(50 * hour)
    await receive(numberOf(0), 'Quero sim')
    const messages = await acme.select('messages').select(['origin', 'body', 'ack', 'waId']).orderBy('id').execute()
    expect(messages).toMatchObject([
      { origin: 'campaign', body: 'Oi Pessoa 0', ack: 3, waId },
      { origin: 'customer', body: 'Quero sim' },
    ])
    const [ticket] = await acme.select('tickets').select(['id', 'status', 'unreadMessages']).execute()
    expect(ticket).toMatchObject({ status: 'pending', unreadMessages: 1 })
    expect(await recipients()).toMatchObject([{ ticketId: ticket?.id, answeredAt: at(50 * hour) }])
    const { counts, tickets, variants } = await readReport(systemScope(), id)
    expect([counts, tickets.count]).toMatchObject([{ sent: 1, delivered: 1, read: 1, answered: 1 }, 1])
    expect(variants).toMatchObject([{ variant: 1, sent: 1, answered: 1, answeredShare: { value: 1 } }])
    await receive(numberOf(0), 'Oi?')
    expect(await acme.select('messages').select('id').execute()).toHaveLength(3)
  })

  test('a person reached under the other number of a merged contact answers, and gets no follow-up', async () => {
    const { create, runFor, runAfter, acme, receive, recipients, whatsapp } = await createCampaignCompany({ people: 1 })
    await create({ steps: [{ afterHours: 24, message: 'Viu?' }] })
    await runFor(second, 5 * second)
    await acme.transaction(async (tx) => {
      const names = { name: 'Pessoa', searchText: 'pessoa', number: '5511911112222', lid: null }
      const row = { ...names, waJid: '5511911112222@s.whatsapp.net', isGroup: 0 as const, pictureAt: null }
      const { id: contactId } = await tx.insert('contacts', row).returning('id').executeTakeFirstOrThrow()
      await tx.insert('contact_aliases', { contactId, number: numberOf(0), lid: null } as never).execute()
    })
    await runAfter(hour)
    await receive(numberOf(0), 'Quero sim')
    expect(await recipients()).toMatchObject([
      { step: 0, answeredAt: at(hour) },
      { step: 1, state: 'suppressed', reason: 'answered' },
    ])
    await runFor(25 * hour, 26 * hour, minute)
    expect(whatsapp.sent).toHaveLength(1)
  })

  test('the answer starts the flow of the campaign', async () => {
    const { create, runFor, runAfter, acme, receive } = await createCampaignCompany({ people: 1 })
    const flowId = await acme.transaction(insertPublishedFlow)
    await create({ flowId })
    await runFor(second, 5 * second)
    await receive(numberOf(0), 'Quero sim')
    await runAfter(10 * second)
    const runs = await acme.select('flow_runs').select(['flowId', 'endedAt']).execute()
    expect(runs).toMatchObject([{ flowId, endedAt: expect.any(String) }])
    const bodies = await acme.select('messages').select('body').orderBy('id').execute()
    expect(bodies.map(({ body }) => body)).toEqual(['Oi Pessoa 0', 'Quero sim', 'Anotado!'])
  })

  test('a campaign message to a person with a live ticket is stored in it, and the ticket stays unread and unanswered', async () => {
    const { create, runFor, acme, receive, whatsapp, ref, systemScope } = await createCampaignCompany({ people: 1 })
    await receive(numberOf(0), 'Bom dia')
    await create()
    await runFor(second, 5 * second)
    await applyAcks(systemScope(), ref, [{ waId: whatsapp.sent.at(-1)?.waId as string, ack: 2, error: null }])
    const messages = await acme.select('messages').select(['origin', 'ack']).orderBy('id').execute()
    expect(messages).toEqual([
      { origin: 'customer', ack: 0 },
      { origin: 'campaign', ack: 2 },
    ])
    expect(await acme.select('tickets').select(['status', 'unreadMessages']).execute()).toEqual([
      { status: 'pending', unreadMessages: 1 },
    ])
  })

  test("the phone's echo of a campaign message makes no ticket", async () => {
    const { create, runFor, acme, whatsapp, ref, systemScope } = await createCampaignCompany({ people: 1 })
    await create()
    await runFor(second, 5 * second)
    const waId = whatsapp.sent[0]?.waId as string
    const echo = textMessage({ fromMe: true, waId, chat: personIdentity(numberOf(0)), ack: 1, late: true })
    await receiveBatch(systemScope(), ref, [echo])
    expect(await acme.select('tickets').selectAll().execute()).toEqual([])
  })
})

/** Inserts an active flow that says one text. */
async function insertPublishedFlow(tx: TenantDb) {
  const position = { x: 0, y: 0 }
  const nodes = [
    { id: '1', type: 'start', position, data: {} },
    { id: 'end', type: 'end', position, data: { message: 'Anotado!' } },
  ]
  const connections = [{ id: 'e', source: '1', sourceHandle: 'a', target: 'end' }]
  const draft = JSON.stringify({ nodes, connections })
  const row = { name: 'Resposta', searchText: 'resposta', userId: null, draft, draftAt: null, versionId: null }
  const { id: flowId } = await tx.insert('flows', row).returning('id').executeTakeFirstOrThrow()
  const version = { flowId, number: 1, content: draft, userId: null, userName: '' }
  const { id: versionId } = await tx.insert('flow_versions', version).returning('id').executeTakeFirstOrThrow()
  await tx.update('flows').set({ versionId }).where('id', '=', flowId).execute()
  return flowId
}
