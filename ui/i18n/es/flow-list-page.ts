export * from './flow-faults'
export * from './flow-list'
export * from './flow-transfer'
