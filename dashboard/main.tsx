import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { chosenWorkspace } from './parts/page/chosen-workspace.ts';
import { connect } from './service/service.ts';

const page = document.getElementById('page');
if (page === null) throw new Error('the page has no element #page');
createRoot(page).render(
  <StrictMode>
    <App service={connect(window.location.origin, chosenWorkspace())} />
  </StrictMode>,
);
