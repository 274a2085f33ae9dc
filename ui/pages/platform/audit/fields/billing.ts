import { type EntityFields, field } from './field'

const planFlags = {
  useCampaigns: field('plans.flags.useCampaigns', 'flag'),
  useSchedules: field('plans.flags.useSchedules', 'flag'),
  useInternalChat: field('plans.flags.useInternalChat', 'flag'),
  useExternalApi: field('plans.flags.useExternalApi', 'flag'),
  useKanban: field('plans.flags.useKanban', 'flag'),
  useOpenAi: field('plans.flags.useOpenAi', 'flag'),
  useIntegrations: field('plans.flags.useIntegrations', 'flag'),
}

/** Fields of the provider: companies, plans, payments and what it publishes. */
export const billingFields: EntityFields = {
  company: {
    name: field('companies.name'),
    email: field('companies.email'),
    phone: field('companies.phone'),
    plan: field('companies.plan'),
    nextPlan: field('planChange.next'),
    nextPlanOn: field('planChange.nextOn', 'day'),
    difference: field('planChange.difference', 'money'),
    status: field('companies.status', 'flag'),
    campaignsEnabled: field('companies.campaigns', 'flag'),
    dueDate: field('companies.dueDate', 'day'),
    consent: field('audit.named.consent', 'flag'),
    terms: field('audit.named.terms'),
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
  plan: {
    name: field('plans.name'),
    users: field('plans.users'),
    connections: field('plans.connections'),
    queues: field('plans.queues'),
    devices: field('plans.devices'),
    value: field('plans.value', 'money'),
    isPublic: field('plans.isPublic', 'flag'),
    ...planFlags,
    companiesCount: field('settings.companies'),
  },
  invoice: {
    detail: field('financeiro.detail'),
    value: field('financeiro.value', 'money'),
    dueDate: field('financeiro.dueDate', 'day'),
    status: field('financeiro.statusTitle', {
      words: { open: 'financeiro.status.open', paid: 'financeiro.status.paid' },
    }),
    licence: field('audit.named.licence', 'day'),
    receipt: field('financeiro.receipt'),
    refusal: field('financeiro.refuseReason'),
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
    provider: field('payments.provider', {
      words: {
        'pix-manual': 'payments.manual',
        efi: 'payments.efi',
        asaas: 'payments.asaas',
        'mercado-pago': 'payments.mercadoPago',
      },
    }),
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
    accessToken: field('payments.accessToken'),
    signingSecret: field('payments.signingSecret'),
    webhookUrl: field('audit.named.webhookUrl'),
  },
  reminders: {
    mail: field('reminders.mail', 'flag'),
    days: field('reminders.days'),
    whatsappId: field('reminders.number'),
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
}
