export * from './flow-faults'
export * from './flow-transfer'
