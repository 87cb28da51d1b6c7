import { Link } from '@tanstack/react-router';
import { Menu } from '../parts/controls/menu.tsx';
import { enterWorkspace } from '../parts/page/chosen-workspace.ts';
import { useWorkspaces } from '../parts/page/workspace-context.ts';

/** The name of the workspace that the page shows, and a list that leads to the others and to the members. */
export function WorkspaceMenu() {
  const { current, all } = useWorkspaces();
  return (
    <Menu title={current.name} look="quiet">
      {(close) => (
        <>
          {all
            .filter(({ _id }) => _id !== current._id)
            .map(({ _id, name, role, isOwn }) => (
              <button
                key={_id}
                type="button"
                className="menu-link"
                onClick={() => enterWorkspace(isOwn ? null : _id)}
              >
                <b>{name}</b> <span className="soft">{isOwn ? 'your own' : role}</span>
              </button>
            ))}
          <Link to="/members" className="menu-link" onClick={close}>
            <b>Members</b> <span className="soft">of {current.name}, and new workspaces</span>
          </Link>
        </>
      )}
    </Menu>
  );
}
