//! Who this process's user is, and rights for that user alone.

use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::null_mut;

use windows_sys::Win32::Foundation::LocalFree;
use windows_sys::Win32::Security::Authorization::{
    ConvertSidToStringSidW, ConvertStringSecurityDescriptorToSecurityDescriptorW, GetSecurityInfo,
    SDDL_REVISION_1, SE_KERNEL_OBJECT,
};
use windows_sys::Win32::Security::{
    EqualSid, GetTokenInformation, OWNER_SECURITY_INFORMATION, PSECURITY_DESCRIPTOR, PSID,
    SECURITY_ATTRIBUTES, TOKEN_QUERY, TOKEN_USER, TokenUser,
};
use windows_sys::Win32::System::Threading::{GetCurrentProcess, OpenProcessToken};

/// The user of this process, as the token tells it.
struct OwnUser {
    /// Aligned for the structure at its start; the id lies behind it.
    token: Vec<u64>,
}

impl OwnUser {
    fn read() -> io::Result<Self> {
        // SAFETY: the first call asks for the size; the buffer of the second is
        // at least that large and lives as long as the result.
        unsafe {
            let mut token = null_mut();
            if OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &mut token) == 0 {
                return Err(io::Error::last_os_error());
            }
            let token = OwnedHandle::from_raw_handle(token);
            let mut size = 0;
            GetTokenInformation(token.as_raw_handle(), TokenUser, null_mut(), 0, &mut size);
            let mut buffer = vec![0_u64; (size as usize).div_ceil(8).max(1)];
            let filled = GetTokenInformation(
                token.as_raw_handle(),
                TokenUser,
                buffer.as_mut_ptr().cast(),
                size,
                &mut size,
            );
            if filled == 0 {
                return Err(io::Error::last_os_error());
            }
            Ok(OwnUser { token: buffer })
        }
    }

    fn sid(&self) -> PSID {
        // SAFETY: the buffer was filled with this structure and is aligned for it.
        unsafe { (*self.token.as_ptr().cast::<TOKEN_USER>()).User.Sid }
    }
}

/// The user's id as text, for example `S-1-5-21-…`.
pub(super) fn own_sid_text() -> io::Result<String> {
    let user = OwnUser::read()?;
    // SAFETY: the id is valid as long as `user`; the text ends with zero and is
    // given back to the system.
    unsafe {
        let mut text = null_mut();
        if ConvertSidToStringSidW(user.sid(), &mut text) == 0 {
            return Err(io::Error::last_os_error());
        }
        let length = (0..).take_while(|index| *text.add(*index) != 0).count();
        let shown = String::from_utf16_lossy(std::slice::from_raw_parts(text, length));
        LocalFree(text.cast());
        Ok(shown)
    }
}

/// Whether the object behind `handle` belongs to the user of this process.
pub(super) fn is_owned_by_this_user(handle: &OwnedHandle) -> io::Result<bool> {
    let user = OwnUser::read()?;
    // SAFETY: the descriptor is given back to the system after the last use of
    // the owner, which lies in it.
    unsafe {
        let (mut owner, mut descriptor): (PSID, PSECURITY_DESCRIPTOR) = (null_mut(), null_mut());
        let failed = GetSecurityInfo(
            handle.as_raw_handle(),
            SE_KERNEL_OBJECT,
            OWNER_SECURITY_INFORMATION,
            &mut owner,
            null_mut(),
            null_mut(),
            null_mut(),
            &mut descriptor,
        );
        if failed != 0 {
            return Err(io::Error::from_raw_os_error(failed as i32));
        }
        let own = EqualSid(owner, user.sid()) != 0;
        LocalFree(descriptor);
        Ok(own)
    }
}

/// Security attributes that give all rights to this user and none to others.
pub(super) struct OwnerOnly {
    attributes: SECURITY_ATTRIBUTES,
}

impl OwnerOnly {
    pub(super) fn new() -> io::Result<Self> {
        let user = own_sid_text()?;
        let text: Vec<u16> =
            format!("O:{user}D:P(A;;GA;;;{user})").encode_utf16().chain([0]).collect();
        let mut descriptor: PSECURITY_DESCRIPTOR = null_mut();
        // SAFETY: the text ends with zero; the descriptor is given back on drop.
        let made = unsafe {
            ConvertStringSecurityDescriptorToSecurityDescriptorW(
                text.as_ptr(),
                SDDL_REVISION_1,
                &mut descriptor,
                null_mut(),
            )
        };
        if made == 0 {
            return Err(io::Error::last_os_error());
        }
        let attributes = SECURITY_ATTRIBUTES {
            nLength: size_of::<SECURITY_ATTRIBUTES>() as u32,
            lpSecurityDescriptor: descriptor,
            bInheritHandle: 0,
        };
        Ok(OwnerOnly { attributes })
    }

    pub(super) fn attributes(&self) -> *const SECURITY_ATTRIBUTES {
        &self.attributes
    }
}

impl Drop for OwnerOnly {
    fn drop(&mut self) {
        // SAFETY: the descriptor came from the system and is used no more.
        unsafe { LocalFree(self.attributes.lpSecurityDescriptor) };
    }
}
