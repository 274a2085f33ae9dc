import { type EntityFields, field } from './field'

/** Fields of flows, robots and programs. */
export const automationFields: EntityFields = {
  webhook: {
    name: field('webhooks.name'),
    url: field('webhooks.url'),
    events: field('webhooks.events', 'names'),
    active: field('webhooks.active', 'flag'),
    secret: field('integrations.secret'),
    disabledReason: field('webhooks.failing'),
  },
  flow: {
    name: field('flowNames.name'),
    active: field('flowNames.active', 'flag'),
    version: field('flowNames.version'),
    note: field('flowNames.note'),
  },
  flowCampaign: {
    name: field('phraseNames.name'),
    flowId: field('phraseNames.flow'),
    whatsappId: field('phraseNames.connection', 'connection'),
    phrase: field('phraseNames.phrase'),
    matching: field('phraseNames.matching', {
      words: { exact: 'phraseNames.matchings.exact', contains: 'phraseNames.matchings.contains' },
    }),
    status: field('phraseNames.status', 'flag'),
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
}
