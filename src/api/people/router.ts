import { router } from '../trpc.ts';
import { inviteAgain, invitePerson, removePerson, setBudget, setDisabled } from './manage.ts';
import { belongings, listPeople, rulesForPeople, usageOfPerson } from './read.ts';

/** For the administrator on the dashboard: these procedures are not served under /v1. */
export const peopleRouter = router({
  list: listPeople,
  usage: usageOfPerson,
  rules: rulesForPeople,
  invite: invitePerson,
  inviteAgain,
  setDisabled,
  setBudget,
  belongings,
  remove: removePerson,
});
