import type { OperationTexts } from '../operation-texts'

/** Texts of operations: flows. */
export const flowsTexts: OperationTexts = {
  'GET /api/flow-runs/flows': [
    'List flows to start by hand',
    'Returns the active flows that an agent may start in a conversation.',
  ],
  'GET /api/flowbuilder': ['List flows', 'Returns all flows with state and version.'],
  'POST /api/flowbuilder': ['Create a flow', 'Creates an empty flow with a name.', 'ERR_FLOW_NAME_EXISTS'],
  'PUT /api/flowbuilder': [
    'Change a flow',
    'Renames a flow, or turns it on or off; the id is in the body.',
    'ERR_FLOW_NAME_EXISTS ERR_NO_FLOW_FOUND',
  ],
  'DELETE /api/flowbuilder/:id': [
    'Delete a flow',
    'Deletes a flow that nothing starts.',
    'ERR_FLOW_IN_USE ERR_NO_FLOW_FOUND',
  ],
  'POST /api/flowbuilder/audio': ['Upload a sound for a flow', 'Stores a recording as multipart form for a block.'],
  'PUT /api/flowbuilder/cases/:id': [
    'Change a test case',
    'Changes name or conversation of a test case of a flow.',
    'ERR_NO_FLOW_CASE_FOUND',
  ],
  'DELETE /api/flowbuilder/cases/:id': [
    'Delete a test case',
    'Deletes a test case of a flow.',
    'ERR_NO_FLOW_CASE_FOUND',
  ],
  'POST /api/flowbuilder/cases/:id/accept': [
    'Accept the new answers of a test case',
    'Stores what the draft answers now as the expected conversation.',
    'ERR_FLOW_INVALID ERR_NO_FLOW_CASE_FOUND',
  ],
  'POST /api/flowbuilder/content': ['Upload files for a flow', 'Stores files as multipart form for a content block.'],
  'POST /api/flowbuilder/duplicate': [
    'Copy a flow',
    'Creates a flow with the draft of another one.',
    'ERR_FLOW_INVALID ERR_NO_FLOW_FOUND',
  ],
  'POST /api/flowbuilder/flow': [
    'Save the draft of a flow',
    'Stores blocks and connections; refused when another person saved the flow meanwhile.',
  ],
  'GET /api/flowbuilder/flow/:id': ['Read the draft of a flow', 'Returns blocks and connections of the draft.'],
  'GET /api/flowbuilder/flow/:id/cases': ['List test cases', 'Returns the test cases of a flow.', 'ERR_NO_FLOW_FOUND'],
  'POST /api/flowbuilder/flow/:id/cases': [
    'Create a test case',
    'Stores a conversation as a test case of a flow.',
    'ERR_FLOW_CASES_FULL ERR_FLOW_INVALID ERR_NO_FLOW_FOUND ERR_NO_FLOW_RUN_FOUND',
  ],
  'POST /api/flowbuilder/flow/:id/cases/check': [
    'Run the test cases',
    'Plays all test cases against the draft and returns which differ.',
    'ERR_FLOW_INVALID ERR_NO_FLOW_FOUND',
  ],
  'PUT /api/flowbuilder/flow/:id/draft': [
    'Save the draft by its version',
    'Stores the draft if the version named in the body is the newest one.',
  ],
  'GET /api/flowbuilder/flow/:id/export': [
    'Export a flow',
    'Returns a flow with its files as one JSON file, without keys.',
    'ERR_NO_FLOW_FOUND',
  ],
  'GET /api/flowbuilder/flow/:id/lints': ['Check a flow', 'Returns problems of the draft by block.'],
  'POST /api/flowbuilder/flow/:id/publish': [
    'Publish a flow',
    'Makes the draft a version that customers get from now on.',
  ],
  'GET /api/flowbuilder/flow/:id/replays': [
    'List replays of a flow',
    'Returns the replays of the last day.',
    'ERR_NO_FLOW_FOUND',
  ],
  'POST /api/flowbuilder/flow/:id/replays': [
    'Replay past conversations',
    'Starts to play past conversations against the draft.',
    'ERR_FLOW_INVALID ERR_NO_FLOW_FOUND ERR_NO_FLOW_RUN_FOUND',
  ],
  'POST /api/flowbuilder/flow/:id/restore': ['Restore a version', 'Copies a published version into the draft.'],
  'GET /api/flowbuilder/flow/:id/runs': [
    'List runs of a flow',
    'Returns a page of conversations of customers with a flow.',
    'ERR_NO_FLOW_FOUND',
  ],
  'GET /api/flowbuilder/flow/:id/starts': [
    'List what starts a flow',
    'Returns the phrases, numbers, queues and integrations that start a flow.',
  ],
  'POST /api/flowbuilder/flow/:id/try/fields': [
    'List the fields of an answer',
    'Returns the fields of a JSON answer, for the choice of a variable.',
  ],
  'POST /api/flowbuilder/flow/:id/try/prompt': [
    'Try a prompt block',
    'Asks the language model of a block once.',
    'ERR_FLOW_INVALID ERR_NO_FLOW_FOUND ERR_NO_PROMPT_FOUND',
  ],
  'POST /api/flowbuilder/flow/:id/try/request': [
    'Try a request block',
    'Sends the HTTP request of a block once and returns the answer.',
  ],
  'POST /api/flowbuilder/flow/:id/try/typebot': [
    'Try a Typebot block',
    'Starts the Typebot of a block once.',
    'ERR_FLOW_INVALID ERR_NO_INTEGRATION_FOUND',
  ],
  'GET /api/flowbuilder/flow/:id/versions': [
    'List versions of a flow',
    'Returns the published versions, newest first.',
  ],
  'GET /api/flowbuilder/flow/:id/versions/:number': [
    'Read a version of a flow',
    'Returns blocks and connections of a published version.',
  ],
  'POST /api/flowbuilder/img': ['Upload a picture for a flow', 'Stores a picture as multipart form for a block.'],
  'POST /api/flowbuilder/import': [
    'Import a flow',
    'Creates a flow from a file of this product, of the Whaticket family or of Typebot.',
    'ERR_FLOW_FILE ERR_NO_ROOM',
  ],
  'GET /api/flowbuilder/ready-made': ['List ready-made flows', 'Returns the flows to begin with.'],
  'POST /api/flowbuilder/ready-made': [
    'Create a ready-made flow',
    'Creates a flow from a ready-made one.',
    'ERR_NO_FLOW_FOUND ERR_NO_QUEUE_FOUND',
  ],
  'POST /api/flowbuilder/replays/:id/cancel': ['Cancel a replay', 'Stops a replay.', 'ERR_NO_FLOW_REPLAY_FOUND'],
  'GET /api/flowbuilder/replays/:id': [
    'Read a replay',
    'Returns progress and differences of a replay.',
    'ERR_NO_FLOW_REPLAY_FOUND',
  ],
  'GET /api/flowbuilder/replays/:id/runs': [
    'List conversations of a replay',
    'Returns a page of the conversations of a replay with their differences.',
    'ERR_NO_FLOW_REPLAY_FOUND',
  ],
  'GET /api/flowcampaign': ['List phrases', 'Returns the phrases by which customers start flows.'],
  'POST /api/flowcampaign': [
    'Create a phrase',
    'Creates a phrase that starts a flow.',
    'ERR_NO_FLOW_FOUND ERR_NO_WAPP_FOUND ERR_TOO_MANY_PHRASES',
  ],
  'PUT /api/flowcampaign': [
    'Change a phrase',
    'Changes a phrase; the id is in the body.',
    'ERR_NO_FLOW_CAMPAIGN_FOUND ERR_NO_FLOW_FOUND ERR_NO_WAPP_FOUND ERR_TOO_MANY_PHRASES',
  ],
  'GET /api/flowcampaign/:id': ['Read a phrase', 'Returns one phrase with its flow.', 'ERR_NO_FLOW_CAMPAIGN_FOUND'],
  'DELETE /api/flowcampaign/:id': [
    'Delete a phrase',
    'Deletes a phrase; the flow stays.',
    'ERR_NO_FLOW_CAMPAIGN_FOUND',
  ],
}
