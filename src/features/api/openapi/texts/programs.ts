import type { OperationTexts } from '../operation-texts'

/** Texts of operations: programs. */
export const programsTexts: OperationTexts = {
  'POST /api/mcp': [
    'Call the MCP server',
    'Takes one message of the Model Context Protocol (streamable HTTP without sessions) and returns its answer; a notification gets 202 without one. Tools are listed and called by the scopes of the API key.',
    'ERR_FORBIDDEN_ORIGIN',
  ],
  'GET /api/mcp': [
    'Ask for a stream of the MCP server',
    'Answers 405, because the server sends no messages of its own.',
    'ERR_METHOD',
  ],
  'DELETE /api/mcp': [
    'End a session of the MCP server',
    'Answers 405, because the server has no sessions.',
    'ERR_METHOD',
  ],
  'GET /api/openapi.json': ['Read this document', 'Returns the OpenAPI document of this installation.'],
  'GET /api/prompt': ['List prompts', "Returns the company's prompts of language models, keys masked."],
  'POST /api/prompt': [
    'Create a prompt',
    'Creates a prompt with its model, key and queue for people.',
    'ERR_NO_QUEUE_FOUND ERR_PROMPT_QUEUE ERR_TOO_MANY_PROMPTS',
  ],
  'GET /api/prompt/:id': ['Read a prompt', 'Returns one prompt, its key masked.', 'ERR_NO_PROMPT_FOUND'],
  'PUT /api/prompt/:id': [
    'Change a prompt',
    'Changes a prompt; a key that comes back as its mask stays.',
    'ERR_NO_PROMPT_FOUND ERR_NO_QUEUE_FOUND ERR_PROMPT_KEY ERR_PROMPT_QUEUE ERR_TOO_MANY_PROMPTS',
  ],
  'DELETE /api/prompt/:id': [
    'Delete a prompt',
    'Deletes a prompt that no number and no queue uses.',
    'ERR_NO_PROMPT_FOUND ERR_PROMPT_IN_USE',
  ],
  'GET /api/prompt/calls': ['List calls of prompts', 'Returns a page of calls with tokens, duration, cost and result.'],
  'POST /api/prompt/test': [
    'Try a prompt',
    'Asks a question with the values of the form.',
    'ERR_NO_PROMPT_FOUND ERR_PROMPT_KEY ERR_PROMPT_KEY_MASK',
  ],
  'POST /api/prompt/test-voice': ['Try a voice', 'Speaks a text with the voice of the form.', 'ERR_NO_PROMPT_FOUND'],
  'GET /api/prompt/usage': ['Read the use of prompts', 'Returns tokens and cost of the month and its budget.'],
  'GET /api/queueIntegration': ['List integrations', 'Returns the programs that answer customers, secrets masked.'],
  'POST /api/queueIntegration': [
    'Create an integration',
    'Creates an integration with Typebot, n8n, Dialogflow, a webhook or a flow.',
    'ERR_INTEGRATION_NAME_ALREADY_EXISTS ERR_NO_FLOW_FOUND',
  ],
  'GET /api/queueIntegration/:id': [
    'Read an integration',
    'Returns one integration, secrets masked.',
    'ERR_NO_INTEGRATION_FOUND',
  ],
  'PUT /api/queueIntegration/:id': [
    'Change an integration',
    'Changes an integration; a secret that comes back as its mask stays.',
    'ERR_INTEGRATION_NAME_ALREADY_EXISTS ERR_NO_FLOW_FOUND ERR_NO_INTEGRATION_FOUND ERR_PROMPT_KEY',
  ],
  'DELETE /api/queueIntegration/:id': [
    'Delete an integration',
    'Deletes an integration that nothing uses.',
    'ERR_INTEGRATION_IN_USE ERR_NO_INTEGRATION_FOUND',
  ],
  'GET /api/queueIntegration/:id/deliveries': [
    'List requests to an integration',
    'Returns a page of requests with their answers.',
    'ERR_NO_INTEGRATION_FOUND',
  ],
  'POST /api/queueIntegration/:id/deliveries/send': [
    'Repeat failed requests to an integration',
    'Enqueues the requests that failed once more.',
    'ERR_NO_INTEGRATION_FOUND',
  ],
  'POST /api/queueIntegration/:id/secret': [
    'Replace the key of an integration',
    'Makes a new key of the signatures, returned once.',
    'ERR_NO_INTEGRATION_FOUND ERR_NO_WEBHOOK_FOUND',
  ],
  'POST /api/queueIntegration/testSession': [
    'Try a Dialogflow agent',
    'Sends one text to an agent with the values of the form.',
    'ERR_NO_INTEGRATION_FOUND ERR_PROMPT_KEY ERR_TEST_REPLY_DIALOG ERR_TEST_SESSION_DIALOG',
  ],
  'GET /api/webhooks': ['List webhooks', 'Returns all subscriptions to events, their keys masked.'],
  'POST /api/webhooks': [
    'Create a webhook',
    'Subscribes an address to events; the response alone has the key of the signatures.',
    'ERR_TOO_MANY_WEBHOOKS',
  ],
  'GET /api/webhooks/:id': ['Read a webhook', 'Returns one webhook, its key masked.', 'ERR_NO_WEBHOOK_FOUND'],
  'PUT /api/webhooks/:id': ['Change a webhook', 'Changes name, address, events or state.', 'ERR_NO_WEBHOOK_FOUND'],
  'DELETE /api/webhooks/:id': [
    'Delete a webhook',
    'Deletes a webhook with its log; waiting requests are not sent.',
    'ERR_NO_WEBHOOK_FOUND',
  ],
  'POST /api/webhooks/:id/secret': [
    'Replace the key of a webhook',
    'Makes a new key of the signatures, returned once.',
    'ERR_NO_INTEGRATION_FOUND ERR_NO_WEBHOOK_FOUND',
  ],
  'POST /api/webhooks/:id/test': [
    'Send a test event',
    'Enqueues a test event, not behind other events.',
    'ERR_CAMPAIGN_INCOMPLETE ERR_NO_CAMPAIGN_FOUND ERR_NO_WEBHOOK_FOUND ERR_OPTED_OUT ERR_WAPP_CHECK_CONTACT ERR_WAPP_INVALID_CONTACT ERR_WAPP_NOT_INITIALIZED ERR_WEBHOOK_INACTIVE',
  ],
  'GET /api/webhooks/:id/deliveries': [
    'List requests of a webhook',
    'Returns a page of requests with their answers.',
    'ERR_NO_WEBHOOK_FOUND',
  ],
  'POST /api/webhooks/:id/deliveries/send': [
    'Repeat failed requests of a webhook',
    'Enqueues the requests that failed once more.',
    'ERR_NO_WEBHOOK_FOUND',
  ],
  'GET /api/webhooks/deliveries/:id': [
    'Read a request',
    'Returns body and answer of one request to a webhook or integration.',
    'ERR_NO_DELIVERY_FOUND',
  ],
  'POST /api/webhooks/deliveries/:id/send': [
    'Send a request again',
    'Enqueues one request that has ended once more.',
    'ERR_NO_DELIVERY_FOUND',
  ],
}
