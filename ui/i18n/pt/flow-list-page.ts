/** Texts of the list of flows; loaded with its page (ui/pages/automation/flows/load-page.ts). */
export * from './flow-faults'
export * from './flow-list'
export * from './flow-transfer'
