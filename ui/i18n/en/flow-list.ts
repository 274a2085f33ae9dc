import type { Texts } from '../pt/all'

export const flowList: Texts['flowList'] = {
  name: 'Name',
  active: 'Active',
  version: 'Version',
  note: 'Note',
}
