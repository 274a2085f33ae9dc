import type { Texts } from '../pt/all'

export const flowNames: Texts['flowNames'] = {
  title: 'Conversation flows',
  name: 'Name',
  active: 'Active',
  version: 'Version',
  note: 'Note',
}

export const phraseNames: Texts['phraseNames'] = {
  title: 'Trigger phrases',
  name: 'Name',
  flow: 'Flow',
  phrase: 'Phrase',
  connection: 'Connection',
  matching: 'Comparison',
  matchings: {
    exact: 'The whole message is the phrase',
    contains: 'The message contains the phrase',
  },
  status: 'Active',
}
