import type { Texts } from '../pt/all'

export const flowNames: Texts['flowNames'] = {
  menu: 'Flows',
  menuRow: 'Conversation flows',
  title: 'Conversation flows',
  name: 'Name',
  active: 'Active',
  version: 'Version',
  note: 'Note',
}

export const phraseNames: Texts['phraseNames'] = {
  menu: 'Phrases',
  title: 'Phrases that start flows',
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
