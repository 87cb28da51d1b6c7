import type { Filter } from 'mongodb';
import { emailTaken } from '../../domain/errors.ts';
import type { AuthMatch, AuthRecord, AuthRecordStore, AuthValue } from '../ports/auth.ts';
import type { Admissions } from './database/admissions.ts';
import { compareAndSet, lost } from './database/compare-and-set.ts';
import type { AuthDoc, Records } from './database/records.ts';
import { isDuplicate } from './database/unavailable.ts';

/** Stores the records of the sign-in library. */
export function authRecordStore({ authRecords }: Records, admissions: Admissions): AuthRecordStore {
  return {
    async create(model, record, admit) {
      const doc = authDoc(model, record, 1);
      const { _id } = doc;
      return admissions({ of: `every ${model}`, id: _id, amount: 1 }, admit, {
        has: (without) => authRecords.count({ model, _id: { $nin: without } }),
        async write() {
          if (!(await authRecords.insert(doc))) throw emailTaken();
          return record;
        },
        undo: () => authRecords.remove({ _id }),
      });
    },

    async find(model, match, limit = 0) {
      const found = await authRecords.find(filterOf(model, match), { sort: { 'fields.id': 1 }, limit });
      return found.map(({ fields }) => fields);
    },

    update: (model, id, change) =>
      compareAndSet(async () => {
        const stored = await authRecords.first({ _id: authId(model, id) });
        if (stored === null) return null;
        const { _id, revision, fields } = stored;
        const doc = authDoc(model, { ...fields, ...change, id }, revision + 1);
        try {
          return (await authRecords.replace({ _id, revision }, doc)) ? doc.fields : lost;
        } catch (error) {
          throw isDuplicate(error) ? emailTaken(error) : error;
        }
      }),

    delete: (model, ids) => authRecords.remove({ _id: { $in: ids.map((id) => authId(model, id)) } }),

    count: (model) => authRecords.count({ model }),
  };
}

function filterOf(model: string, match: AuthMatch | null): Filter<AuthDoc> {
  return { model, ...(match && { [`fields.${match.field}`]: { $in: match.values } }) };
}

function authId(model: string, id: string): string {
  return `${model}/${id}`;
}

export function authDoc(model: string, record: AuthRecord, revision: number): AuthDoc {
  const { id, email, token, expiresAt } = record;
  if (typeof id !== 'string') throw new TypeError(`a ${model} without an id`);
  const expires = (model === 'session' || model === 'verification') && typeof expiresAt === 'string';
  return {
    _id: authId(model, id),
    model,
    unique: uniqueOf(model, id, model === 'user' ? email : model === 'session' ? token : null),
    fields: record,
    expiresAt: expires ? new Date(expiresAt) : null,
    revision,
  };
}

function uniqueOf(model: string, id: string, value: AuthValue | undefined): string {
  return JSON.stringify(typeof value === 'string' ? [model, 'value', value] : [model, 'id', id]);
}
