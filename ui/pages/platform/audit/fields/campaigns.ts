import { type EntityFields, field } from './field'

/** Fields of campaigns, their lists and opt-outs. */
export const campaignsFields: EntityFields = {
  campaign: {
    name: field('audit.campaigns.name'),
    status: field('audit.campaigns.status'),
    reason: field('audit.campaigns.reason'),
    basis: field('audit.campaigns.basis'),
    scheduledAt: field('audit.campaigns.scheduledAt', 'moment'),
    followUps: field('audit.named.followUps', 'names'),
    messages: field('audit.campaigns.messages', 'names'),
    whatsappId: field('phraseNames.connection', 'connection'),
    recipients: field('audit.campaigns.recipients'),
    fileList: field('audit.campaigns.fileList'),
    flow: field('audit.campaigns.flow'),
    media: field('audit.campaigns.media'),
  },
  campaignSettings: {
    basis: field('audit.campaigns.basis'),
    messageInterval: field('audit.campaigns.messageInterval'),
    longerIntervalAfter: field('audit.campaigns.longerIntervalAfter'),
    greaterInterval: field('audit.campaigns.greaterInterval'),
    hourlyCap: field('audit.campaigns.hourlyCap'),
    dailyCap: field('audit.campaigns.dailyCap'),
    windowStart: field('audit.campaigns.windowStart'),
    windowEnd: field('audit.campaigns.windowEnd'),
    windowDays: field('audit.campaigns.windowDays'),
    warmUp: field('audit.campaigns.warmUp', 'flag'),
    variables: field('audit.campaigns.variables'),
  },
  coldLane: {
    numberSince: field('audit.campaigns.numberSince', 'day'),
    pausedUntil: field('audit.campaigns.pausedUntil', 'moment'),
  },
  contactList: {
    name: field('contactLists.name'),
    contactsCount: field('contactLists.contactsCount'),
    file: field('contactImport.title'),
    numbers: field('contactLists.check'),
  },
  optOut: {
    source: field('audit.named.optOutSource', {
      words: {
        word: 'optOuts.sources.word',
        person: 'optOuts.sources.person',
        import: 'optOuts.sources.import',
        api: 'optOuts.sources.api',
      },
    }),
    word: field('audit.named.optOutWord'),
    reason: field('audit.named.optOutReason'),
    at: field('audit.named.optOutAt', 'moment'),
    added: field('audit.named.optOutAdded'),
    known: field('audit.named.optOutKnown'),
    refused: field('audit.named.optOutRefused'),
  },
}
