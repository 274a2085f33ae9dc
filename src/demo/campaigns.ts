import type { Scope } from '../core/scope'
import { enqueueLane } from '../features/numbers/pace/enqueue'
import type { CampaignStatus } from '../shared/enums'
import { foldText } from '../shared/text'
import { insertResults, insertRunning, type SeededCampaign, type Target, texts, variables } from './campaign-recipients'
import type { SeededIds } from './conversations'
import { people } from './people'
import { Random } from './random'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** Inserts lists, settings, and campaigns: a finished one, one that runs on a paused number, a scheduled one, a draft. */
export async function insertCampaigns(scope: Scope, cast: SeededIds, now: Date) {
  const { whatsappId, userIds } = cast
  const random = new Random(23)
  await scope.db.insert('campaign_settings', { key: 'variables', value: JSON.stringify(variables) }).execute()
  const buyers = await insertList(scope, 'Clientes do fim de ano', strangers())
  const reachable = people.filter(({ hidden }) => !hidden).slice(0, 28)
  const guests = reachable.map(({ name, number }) => ({ name, number, email: '', isValid: true }))
  const regulars = await insertList(scope, 'Encomendas do mês', guests)
  const userId = userIds[0] ?? null
  const base = { userId, whatsappId, basis: 'customers', tagId: null, fileListId: null, mediaId: null } as const

  const finished = await insertCampaign(scope, {
    ...{ ...base, name: 'Panetones de fim de ano', contactListId: buyers.id, status: 'FINALIZADA' },
    ...{ messages: texts.map(([text]) => text), startedAt: morningOf(ago(now, 2 * day)), hours: 5 },
  })
  await insertResults(scope, cast, finished, buyers.targets, random)
  const running = await insertCampaign(scope, {
    ...{ ...base, name: 'Degustação de sábado', contactListId: regulars.id, status: 'EM_ANDAMENTO' },
    ...{ messages: ['Oi, {primeiroNome}! Sábado tem degustação na {loja}, das 10h às 16h. Você vem?'] },
    startedAt: ago(now, 40 * minute),
  })
  await insertRunning(scope, running, regulars.targets)
  await pauseNumber(scope, whatsappId, now)
  const nextCampaign = {
    ...base,
    name: 'Aniversariantes do mês',
    contactListId: regulars.id,
    status: 'PROGRAMADA',
  } as const
  const startsAt = ago(now, -3 * day)
  const { id } = await insertCampaign(scope, {
    ...nextCampaign,
    messages: ['Feliz aniversário, {nome}!'],
    scheduledAt: startsAt,
  })
  await scope.enqueue('campaign.start', { campaignId: id }, { runAt: new Date(startsAt), key: `${id}` })
  const draft = { ...base, basis: null, name: 'Ovos de Páscoa', contactListId: null, status: 'INATIVA' } as const
  await insertCampaign(scope, { ...draft, messages: ['{primeiroNome}, qual ovo você quer este ano?'] })
}

/** 10:00 in São Paulo, within the usual hours of campaigns. */
const morningOf = (at: string) => `${at.slice(0, 10)}T13:00:00.000Z`
const ago = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()

/** 240 people without conversations, nearly all with different names; some of their numbers are not on WhatsApp. */
function strangers() {
  const firsts = [...new Set(people.map(({ name }) => name.slice(0, name.lastIndexOf(' '))))]
  const lasts = [...new Set(people.map(({ name }) => name.split(' ').at(-1)))]
  return Array.from({ length: 240 }, (_, at) => {
    const name = `${firsts[at % firsts.length]} ${lasts[(at + Math.floor(at / firsts.length)) % lasts.length]}`
    return { name, number: `55119${70_000_000 + at * 7919}`, email: '', isValid: at % 17 !== 3 }
  })
}

async function insertList(scope: Scope, name: string, members: (Target & { isValid: boolean })[]) {
  const row = { name, searchText: foldText(name), deletedAt: null }
  const { id } = await scope.db.insert('contact_lists', row).returning('id').executeTakeFirstOrThrow()
  const checkedAt = new Date().toISOString()
  for (const { isValid, ...person } of members) {
    const state = isValid
      ? ({ validity: 'valid', waJid: `${person.number}@s.whatsapp.net` } as const)
      : ({ validity: 'invalid', waJid: null } as const)
    const item = { ...person, contactListId: id, searchText: foldText(person.name), ...state, checkedAt }
    await scope.db.insert('contact_list_items', item).execute()
  }
  return { id, targets: members.filter(({ isValid }) => isValid) as Target[] }
}

interface CampaignSeed {
  name: string
  status: CampaignStatus
  basis: 'customers' | null
  userId: number | null
  whatsappId: number
  contactListId: number | null
  tagId: null
  fileListId: null
  mediaId: null
  messages: string[]
  scheduledAt?: string
  startedAt?: string
  /** Hours from the start to the end. */
  hours?: number
}

async function insertCampaign(scope: Scope, seed: CampaignSeed): Promise<SeededCampaign> {
  const { messages, startedAt = null, hours, ...fields } = seed
  const named = Object.fromEntries(messages.map((text, at) => [`message${at + 1}`, text]))
  const completedAt = startedAt && hours ? ago(new Date(startedAt), -hours * hour) : null
  const times = { scheduledAt: seed.scheduledAt ?? startedAt, startedAt, preparedAt: startedAt, completedAt }
  const row = { ...fields, ...named, ...times, searchText: foldText(seed.name), reason: null, flowId: null }
  const { id } = await scope.db.insert('campaigns', row).returning('id').executeTakeFirstOrThrow()
  return { id, messages, startedAt: startedAt ?? '' }
}

/** Pauses the number for a day, so that the running campaign waits until a user resumes it. */
async function pauseNumber(scope: Scope, whatsappId: number, now: Date) {
  const times = { nextSendAt: null, backOffUntil: null, numberSince: ago(now, 400 * day).slice(0, 10) }
  await scope.db.insert('cold_lanes', { whatsappId, ...times, pausedUntil: ago(now, -day) }).execute()
  await enqueueLane(scope, whatsappId)
}
