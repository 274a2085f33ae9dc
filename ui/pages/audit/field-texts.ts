import type { ParseKeys } from 'i18next'

export type Text = ParseKeys
/** Type of a field's value, which decides its formatting; `words` translates each value. */
export type ValueKind =
  | 'text'
  | 'flag'
  | 'day'
  | 'moment'
  | 'money'
  | 'names'
  | 'queue'
  | 'queues'
  | 'connection'
  | 'integration'
  | 'language'
  | 'week'
  | 'holidays'
  | { words: Record<string, Text> }
export interface FieldText {
  text: Text
  kind: ValueKind
}

const field = (text: Text, kind: ValueKind = 'text'): FieldText => ({ text, kind })

const hours = { schedules: field('hours.week', 'week'), holidays: field('hours.holidays', 'holidays') }
const programs = { promptId: field('prompts.field'), integrationId: field('integrations.field', 'integration') }

const planFlags = {
  useCampaigns: field('plans.flags.useCampaigns', 'flag'),
  useSchedules: field('plans.flags.useSchedules', 'flag'),
  useInternalChat: field('plans.flags.useInternalChat', 'flag'),
  useExternalApi: field('plans.flags.useExternalApi', 'flag'),
  useKanban: field('plans.flags.useKanban', 'flag'),
  useOpenAi: field('plans.flags.useOpenAi', 'flag'),
  useIntegrations: field('plans.flags.useIntegrations', 'flag'),
}

/** Fields of the log by entity, with the label of the form where they are edited. */
const fieldTexts: Record<string, Record<string, FieldText>> = {
  user: {
    name: field('users.name'),
    email: field('users.email'),
    password: field('users.password'),
    profile: field('users.profile', {
      words: { admin: 'users.profiles.admin', supervisor: 'users.profiles.supervisor', user: 'users.profiles.user' },
    }),
    allTicket: field('users.allTicket', { words: { enabled: 'audit.yes', desabled: 'audit.no' } }),
    whatsappId: field('users.connection', 'connection'),
    language: field('users.language', 'language'),
    queues: field('users.queues', 'names'),
    secondFactor: field('twoStep.title', 'flag'),
    super: field('users.isSuper', 'flag'),
    recoveryCodes: field('twoStep.recovery'),
    recoveryCode: field('audit.named.recoveryCode'),
  },
  session: { ended: field('audit.named.ended') },
  queue: {
    name: field('queues.name'),
    color: field('queues.color'),
    orderQueue: field('queues.order'),
    greetingMessage: field('queues.greeting'),
    outOfHoursMessage: field('queues.outOfHours'),
    ...programs,
    ...hours,
    to: field('queues.handOverTo'),
    members: field('queues.members', 'names'),
    connections: field('plans.connections', 'names'),
    prompts: field('prompts.title', 'names'),
    tickets: field('queues.usedTickets'),
  },
  webhook: {
    name: field('webhooks.name'),
    url: field('webhooks.url'),
    events: field('webhooks.events', 'names'),
    active: field('webhooks.active', 'flag'),
    secret: field('integrations.secret'),
    disabledReason: field('webhooks.failing'),
  },
  flow: {
    name: field('flowList.name'),
    active: field('flowList.active', 'flag'),
    version: field('flowList.version'),
    note: field('flowList.note'),
  },
  flowCampaign: {
    name: field('phrases.name'),
    flowId: field('phrases.flow'),
    whatsappId: field('phrases.connection', 'connection'),
    phrase: field('phrases.phrase'),
    matching: field('phrases.matching', {
      words: { exact: 'phrases.matchings.exact', contains: 'phrases.matchings.contains' },
    }),
    status: field('phrases.status', 'flag'),
  },
  prompt: {
    name: field('prompts.name'),
    prompt: field('prompts.prompt'),
    model: field('prompts.model'),
    apiKey: field('prompts.apiKey'),
    baseUrl: field('prompts.baseUrl'),
    queueId: field('prompts.queue', 'queue'),
    maxTokens: field('prompts.maxTokens'),
    maxMessages: field('prompts.maxMessages'),
    temperature: field('prompts.temperature'),
    inputPrice: field('prompts.inputPrice'),
    outputPrice: field('prompts.outputPrice'),
  },
  queueOption: {
    queueId: field('audit.named.queue', 'queue'),
    parentId: field('audit.named.parent'),
    option: field('queues.option'),
    title: field('queues.optionTitle'),
    message: field('queues.optionMessage'),
    nextQueueId: field('queues.nextQueue', 'queue'),
    fileList: field('queues.fileList'),
    order: field('queues.order', 'names'),
  },
  connection: {
    name: field('connections.name'),
    isDefault: field('connections.isDefault', 'flag'),
    provider: field('connections.provider'),
    greetingMessage: field('connections.greetingMessage'),
    complationMessage: field('connections.complationMessage'),
    outOfHoursMessage: field('connections.outOfHoursMessage'),
    ratingMessage: field('connections.ratingMessage'),
    expiresInactiveMessage: field('connections.expiresInactiveMessage'),
    expiresTicket: field('connections.expiresTicket'),
    expiresWarning: field('connections.expiresWarning'),
    expiresWarningMessage: field('connections.expiresWarningMessage'),
    timeUseBotQueues: field('connections.timeUseBotQueues'),
    maxUseBotQueues: field('connections.maxUseBotQueues'),
    timeToTransfer: field('connections.timeToTransfer'),
    transferQueueId: field('connections.transferQueue', 'queue'),
    queueIds: field('connections.queues', 'queues'),
    ...programs,
    flowIdWelcome: field('startFlow.welcome'),
    flowIdNotPhrase: field('startFlow.notPhrase'),
    ...hours,
  },
  company: {
    name: field('companies.name'),
    email: field('companies.email'),
    phone: field('companies.phone'),
    plan: field('companies.plan'),
    status: field('companies.status', 'flag'),
    campaignsEnabled: field('companies.campaigns', 'flag'),
    dueDate: field('companies.dueDate', 'day'),
    recurrence: field('companies.recurrence', {
      words: {
        MENSAL: 'companies.recurrences.MENSAL',
        BIMESTRAL: 'companies.recurrences.BIMESTRAL',
        TRIMESTRAL: 'companies.recurrences.TRIMESTRAL',
        SEMESTRAL: 'companies.recurrences.SEMESTRAL',
        ANUAL: 'companies.recurrences.ANUAL',
      },
    }),
    trialExpiration: field('audit.named.trial', 'day'),
    timeZone: field('settings.timeZone'),
    language: field('settings.language', 'language'),
  },
  companyHours: hours,
  file: { name: field('files.name'), message: field('files.message'), options: field('files.options', 'names') },
  integration: {
    type: field('integrations.type', {
      words: {
        dialogflow: 'integrations.types.dialogflow',
        n8n: 'integrations.types.n8n',
        webhook: 'integrations.types.webhook',
        typebot: 'integrations.types.typebot',
        flowbuilder: 'integrations.types.flowbuilder',
      },
    }),
    name: field('integrations.name'),
    projectName: field('integrations.project'),
    jsonContent: field('integrations.json'),
    language: field('integrations.language', 'language'),
    urlN8N: field('integrations.url'),
    typebotSlug: field('integrations.slug'),
    typebotExpires: field('integrations.expires'),
    typebotDelayMessage: field('integrations.delay'),
    typebotKeywordFinish: field('integrations.finish'),
    typebotKeywordRestart: field('integrations.restart'),
    typebotRestartMessage: field('integrations.restartText'),
    typebotUnknownMessage: field('integrations.unknownText'),
    flowId: field('integrations.types.flowbuilder'),
    secret: field('integrations.secret'),
  },
  help: { title: field('helps.name'), video: field('helps.video'), description: field('helps.description') },
  announcement: {
    title: field('announcements.name'),
    text: field('announcements.text'),
    priority: field('announcements.priority', {
      words: {
        1: 'announcements.priorities.high',
        2: 'announcements.priorities.medium',
        3: 'announcements.priorities.low',
      },
    }),
    status: field('announcements.status', 'flag'),
    mediaName: field('announcements.picture'),
    publishedAt: field('audit.named.publishedAt', 'moment'),
  },
  invoice: {
    detail: field('financeiro.detail'),
    value: field('financeiro.value', 'money'),
    dueDate: field('financeiro.dueDate', 'day'),
    status: field('financeiro.statusTitle', {
      words: { open: 'financeiro.status.open', paid: 'financeiro.status.paid' },
    }),
    licence: field('audit.named.licence', 'day'),
  },
  payer: {
    firstName: field('checkout.firstName'),
    lastName: field('checkout.lastName'),
    document: field('checkout.document'),
    address: field('checkout.address'),
    city: field('checkout.city'),
    state: field('checkout.state'),
    zipcode: field('checkout.zipcode'),
    country: field('checkout.country'),
  },
  payments: {
    provider: field('payments.provider', { words: { 'pix-manual': 'payments.manual', efi: 'payments.efi' } }),
    pixKey: field('payments.pixKey'),
    pixName: field('payments.pixName'),
    pixCity: field('payments.pixCity'),
    environment: field('payments.environment', {
      words: { production: 'payments.production', sandbox: 'payments.sandbox', custom: 'payments.custom' },
    }),
    baseUrl: field('payments.baseUrl'),
    clientId: field('payments.clientId'),
    clientSecret: field('payments.clientSecret'),
    certificate: field('payments.certificate'),
    passphrase: field('payments.passphrase'),
    cardAccount: field('payments.cardAccount'),
    authority: field('payments.authority'),
    webhookUrl: field('audit.named.webhookUrl'),
  },
  plan: {
    name: field('plans.name'),
    users: field('plans.users'),
    connections: field('plans.connections'),
    queues: field('plans.queues'),
    value: field('plans.value', 'money'),
    isPublic: field('plans.isPublic', 'flag'),
    ...planFlags,
    companiesCount: field('settings.companies'),
  },
  support: { reason: field('support.reason'), expiresAt: field('audit.named.expiresAt', 'moment') },
  contact: {
    merged: field('audit.named.merged'),
    restored: field('audit.named.restored'),
    tickets: field('queues.usedTickets'),
    messages: field('audit.named.messages'),
    inGroups: field('audit.named.inGroups'),
    notes: field('audit.named.notes'),
    drafts: field('audit.named.drafts'),
    schedules: field('schedules.title'),
    addresses: field('audit.named.addresses'),
    files: field('files.title'),
    bytes: field('audit.named.bytes'),
    proof: field('audit.named.proof'),
  },
}

/** Label and type of a field; null for an unknown field. Settings use their own page's labels. */
export const findFieldText = (entity: string, name: string): FieldText | null =>
  Object.hasOwn(fieldTexts, entity) && Object.hasOwn(fieldTexts[entity] as object, name)
    ? (fieldTexts[entity]?.[name] ?? null)
    : null
