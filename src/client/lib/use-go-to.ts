import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { goTo } from './router.ts';

/** The navigation helper for views: goes to a path, afresh when it is the one on screen. */
export function useGoTo(): (path: string) => void {
  const navigate = useNavigate();
  const location = useLocation();
  return useCallback(
    (path) => void goTo({ location, navigate: async (to, options) => navigate(to, options) }, path),
    [navigate, location],
  );
}
