import type { Scope } from '../core/scope'
import { fillCampaignText } from '../shared/campaign/text'
import { insertCampaignAnswer } from './campaign-answers'
import type { SeededIds } from './conversations'
import type { Random } from './random'

const [minute, hour] = [60_000, 3_600_000]

export const variables = [
  { key: 'loja', value: 'Doce Aurora' },
  { key: 'cupom', value: 'AURORA10' },
]
/** Texts of the finished campaign, and how many of 100 people answer each. */
export const texts = [
  ['Oi, {primeiroNome}! Os panetones da {loja} já estão prontos. Quer reservar o seu?', 8],
  [
    '{primeiroNome}, separei um panetone para você com o cupom *{cupom}*. Respondo por aqui mesmo, é só dizer o sabor 😊',
    58,
  ],
  ['A {loja} abriu as encomendas de fim de ano. Responda esta mensagem para receber o cardápio.', 11],
] as const

export interface Target {
  name: string
  number: string
  email: string
}

export interface SeededCampaign {
  id: number
  messages: string[]
  startedAt: string
}

/** Recipients of the finished campaign with their reactions over its hours. */
export async function insertResults(
  scope: Scope,
  cast: SeededIds,
  campaign: SeededCampaign,
  targets: Target[],
  random: Random,
) {
  const start = Date.parse(campaign.startedAt)
  for (const [at, target] of targets.entries()) {
    const variant = (at % texts.length) + 1
    const [, answers] = texts[variant - 1] as (typeof texts)[number]
    const sentAt = start + Math.floor((at / targets.length) * 5 * hour) + random.between(0, 30_000)
    const timeAfter = (chance: number, from: number, most: number) =>
      random.between(1, 100) <= chance ? new Date(from + random.between(5_000, most)).toISOString() : null
    if (at % 41 === 7) {
      await insertRecipient(scope, campaign, target, { variant, state: 'failed', reason: at % 2 ? '463' : 'transport' })
      continue
    }
    const deliveredAt = timeAfter(96, sentAt, 5 * minute)
    const readAt = deliveredAt && timeAfter(74, Date.parse(deliveredAt), 3 * hour)
    const answeredAt = readAt && timeAfter(answers, Date.parse(readAt), hour)
    const optedOutAt = answeredAt && at % 29 === 4 ? answeredAt : null
    const times = { sentAt: new Date(sentAt).toISOString(), deliveredAt, readAt, answeredAt, optedOutAt }
    const ticketId = await insertAnswer(scope, cast, random, { campaign, target, variant, ...times })
    await insertRecipient(scope, campaign, target, { variant, state: 'sent', reason: null, ...times, ticketId })
  }
  await countRecipients(scope, campaign, targets.length)
}

interface Answered {
  campaign: SeededCampaign
  target: Target
  variant: number
  sentAt: string
  answeredAt: string | null
  optedOutAt: string | null
}

/** Inserts the conversation of a person who answered. Returns the ticket's id. */
const insertAnswer = (
  scope: Scope,
  cast: SeededIds,
  random: Random,
  { campaign, target: { name, number }, variant, sentAt, answeredAt, optedOutAt }: Answered,
) =>
  answeredAt === null
    ? null
    : insertCampaignAnswer(scope, cast, random, {
        ...{ name, number, campaignId: campaign.id, sentAt, answeredAt, isOptOut: optedOutAt !== null },
        text: textOf(campaign, { name, number, email: '' }, variant),
      })

const textOf = ({ messages }: SeededCampaign, target: Target, variant: number) =>
  fillCampaignText(messages[variant - 1] as string, target, variables)

/** Recipients of the running campaign: a third have their message, the others wait. */
export async function insertRunning(scope: Scope, campaign: SeededCampaign, targets: Target[]) {
  for (const [at, target] of targets.entries()) {
    const sentAt = new Date(Date.parse(campaign.startedAt) + at * minute).toISOString()
    const isSent = at < targets.length / 3
    const times = isSent ? { sentAt, deliveredAt: sentAt, readAt: at % 2 ? sentAt : null } : {}
    await insertRecipient(scope, campaign, target, {
      ...{ variant: 1, state: isSent ? 'sent' : 'pending', reason: null },
      ...times,
    })
  }
  await countRecipients(scope, campaign, targets.length)
}

interface RecipientSeed {
  variant: number
  state: 'sent' | 'failed' | 'pending'
  reason: string | null
  sentAt?: string | null
  deliveredAt?: string | null
  readAt?: string | null
  answeredAt?: string | null
  optedOutAt?: string | null
  ticketId?: number | null
}

async function insertRecipient(scope: Scope, campaign: SeededCampaign, target: Target, seed: RecipientSeed) {
  const { name, number } = target
  const text = textOf(campaign, target, seed.variant)
  const none = { sentAt: null, deliveredAt: null, readAt: null, answeredAt: null, optedOutAt: null, ticketId: null }
  const row = { name, number, jid: `${number}@s.whatsapp.net`, text, dueAt: campaign.startedAt, ...none, ...seed }
  await scope.db.insert('campaign_recipients', { ...row, campaignId: campaign.id }).execute()
}

const countRecipients = ({ db }: Scope, { id }: SeededCampaign, recipientCount: number) =>
  db.update('campaigns').set({ recipientCount }).where('id', '=', id).execute()
