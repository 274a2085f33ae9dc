import type { Scope } from '../core/scope'
import { foldText } from '../shared/text'
import { insertConversation, type SeededIds } from './conversations'
import type { Random } from './random'
import { readScript } from './read-script'

/** Conversations in which people answer the finished campaign, in the notation of `readScript`. */
const scripts = [
  `
c: Oi! Quero reservar dois de gotas de chocolate
a: Oi, {nome}! Reservei os dois 😊 Retira aqui na loja?
c: Retiro na sexta, depois das 17h
a: Combinado, ficam no seu nome.`,
  `
c: Quanto está o panetone de frutas?
a: O de 500 g está R$ 49,90, e com o cupom sai por R$ 44,90, {nome}.
c: Vou querer um, então
a: Anotado! É só dizer o cupom no caixa.
c: Obrigada ❤️`,
  `
c: Entregam no Tatuapé?
a: Entregamos sim, {nome}. A taxa é R$ 12,00.
c: Pode mandar três de chocolate na terça
a: Fechado, pedido confirmado ✅`,
  `
c: Este ano não vou querer, mas obrigada por lembrar!
a: Imagina, {nome}! Feliz fim de ano 🎄`,
]
const leaving = `
c: SAIR
a: Tudo bem, {nome}! Você não recebe mais as nossas campanhas.`

/** Person who answered, with the message of the campaign. */
interface CampaignAnswer {
  name: string
  number: string
  campaignId: number
  text: string
  sentAt: string
  answeredAt: string
  isOptOut: boolean
}

const minute = 60_000
/** Indexes in `staff` from which the agents of these conversations are drawn. */
const agents = [2, 2, 1]

/** Inserts the contact and the closed conversation of a person who answered a campaign. Returns the ticket's id. */
export async function insertCampaignAnswer(
  scope: Scope,
  cast: SeededIds,
  random: Random,
  answer: CampaignAnswer,
): Promise<number> {
  const { name, text, sentAt, answeredAt, isOptOut } = answer
  const agent = random.pick(agents)
  const words = { nome: name.split(' ')[0] as string }
  const lines = isOptOut ? leaving : random.pick(scripts)
  let at = Date.parse(answeredAt)
  const turns = readScript(lines, words).map((turn, index) => {
    if (index > 0) at += random.between(minute, 7 * minute)
    return { ...turn, at: new Date(at) }
  })
  const contact = await insertContact(scope, answer)
  if (isOptOut) await insertOptOut(scope, cast.whatsappId, answer)
  return insertConversation(scope, { ...cast, contacts: [contact] }, random, {
    ...{ person: 0, queue: 'orders', status: 'closed', agent, turns },
    campaign: { text, at: new Date(sentAt) },
  })
}

async function insertContact(scope: Scope, { name, number, answeredAt }: CampaignAnswer) {
  const jid = `${number}@s.whatsapp.net`
  const row = { name, number, searchText: foldText(name), waJid: jid, lid: null, pictureAt: answeredAt }
  const { id } = await scope.db.insert('contacts', row).returning('id').executeTakeFirstOrThrow()
  return { id, jid }
}

async function insertOptOut(scope: Scope, whatsappId: number, { number, campaignId, answeredAt }: CampaignAnswer) {
  const facts = { source: 'word', word: 'sair', reason: '', userId: null } as const
  const entry = { ...facts, number, at: answeredAt, confirmedAt: answeredAt, whatsappId, campaignId }
  await scope.db.insert('opt_outs', entry).execute()
}
