import type { Handlers, Simulation } from './simulation'

type NewChatHandlers = Handlers<'limitNewChats' | 'endQuotaCycle' | 'timeLock' | 'newChats'>

/** Handlers of calls that set and read what an owner's account may begin with strangers. */
export function newChatHandlers(simulation: Simulation): NewChatHandlers {
  const of = (owner: string) => simulation.owner(owner).newChats
  return {
    limitNewChats({ owner, quota }) {
      of(owner).setQuota(quota)
      return of(owner).view()
    },
    endQuotaCycle({ owner }) {
      of(owner).endCycle()
      return of(owner).view()
    },
    timeLock({ owner, lock }) {
      of(owner).setTimeLock(lock)
      return of(owner).view()
    },
    newChats: ({ owner }) => of(owner).view(),
  }
}
