import { expect, test } from 'bun:test'
import type { CompanyId } from '../../../src/core/storage/schema'
import { receiveCall } from '../../../src/features/inbox/messages/receive/calls'
import { acceptTicket, closeTicket } from '../../../src/features/inbox/tickets/state/change'
import { createBotCompany } from '../../bot-company'
import { insertCampaign, insertRecipient } from '../../campaign-rows'
import { personIdentity } from '../../inbound-events'
import { companies } from '../../installation'

/** Texts that leave by themselves, of a company whose licence has ended (docs/adr/0021). */

const words = { complationMessage: 'Obrigado!', ratingMessage: 'Como foi?' }
const settings = { userRating: 'enabled', call: 'disabled', sendGreetingAccepted: 'enabled' } as const

const acmeId = companies.acme as CompanyId

async function company() {
  const made = await createBotCompany({ connection: words, settings })
  const { platform, acme, jobs, sentTo, number, whatsappId } = made
  const licence = (dueDate: string) =>
    platform.transaction(({ db }) => db.updateTable('companies').set({ dueDate }).where('id', '=', acmeId).execute())
  return {
    ...made,
    end: () => licence('2020-01-01'),
    renew: () => licence('2099-12-31'),
    /** Texts that the customer received since the last call, and the jobs that would send more. */
    sent: async () => {
      await jobs.settle()
      return [
        await sentTo(number),
        await acme.select('messages').select('body').where('ack', '=', 0).where('fromMe', '=', 1).execute(),
      ]
    },
    call: (callId: string) =>
      receiveCall(
        made.systemScope(),
        { companyId: acmeId, whatsappId },
        { callId, from: personIdentity(number), isVideo: false, at: new Date().toISOString() },
      ),
  }
}
const nothing = [[], []]

test('a call is rejected and recorded, and its caller asked to write only with a valid licence', async () => {
  const { write, end, renew, call, sent, acme } = await company()
  await write('Oi')
  await end()
  await call('C1')
  expect(await sent()).toEqual(nothing)
  expect(await acme.select('messages').select('id').where('mediaType', '=', 'call_log').execute()).toHaveLength(1)
  await renew()
  await call('C2')
  expect((await sent())[0]).toHaveLength(1)
})

test('a rating is stored and not thanked for', async () => {
  const { write, ticketOf, scopeOf, sent, end, attendanceOf } = await company()
  await write('Oi')
  const { id } = await ticketOf()
  await acceptTicket(scopeOf('ana'), id)
  await closeTicket(scopeOf('ana'), id)
  expect((await sent())[0]).toContainEqual(expect.stringContaining('Como foi?'))
  await end()
  expect(await write('3')).toEqual([])
  expect(await attendanceOf()).toMatchObject({ rate: 3, ratedAt: expect.any(String) })
})

test('a closing and an acceptance just before the end of the licence ask and announce nothing after it', async () => {
  const { write, ticketOf, scopeOf, sent, end, acme } = await company()
  await write('Oi')
  const { id } = await ticketOf()
  await acceptTicket(scopeOf('ana'), id)
  await end()
  expect(await sent()).toEqual(nothing)
  await closeTicket(scopeOf('ana'), id)
  expect(await sent()).toEqual(nothing)
  expect(await acme.select('rating_requests').select('id').execute()).toEqual([])
})

test('an opt-out is registered without a confirmation, which follows a repetition after the renewal', async () => {
  const { write, end, renew, acme, whatsappId, number } = await company()
  const campaignId = await insertCampaign(acme, { whatsappId })
  await insertRecipient(acme, { campaignId, number })
  await end()
  expect(await write('SAIR')).toEqual([])
  const register = () => acme.select('opt_outs').select(['number', 'confirmedAt']).execute()
  expect(await register()).toEqual([{ number, confirmedAt: null }])
  expect(await write('VOLTAR')).toEqual([])
  expect(await register()).toEqual([])
  expect(await write('SAIR')).toEqual([])
  await renew()
  expect(await write('SAIR')).toEqual([expect.stringContaining('Você não vai mais receber')])
  expect(await register()).toEqual([{ number, confirmedAt: expect.any(String) }])
})
