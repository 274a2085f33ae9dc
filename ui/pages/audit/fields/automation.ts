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
